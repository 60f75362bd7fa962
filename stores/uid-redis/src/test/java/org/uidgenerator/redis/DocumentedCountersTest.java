package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.testing.RedisServer;

/** The promises of the store of counters that {@code docs/migration.md} shows, on a real Redis. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class DocumentedCountersTest extends SegmentStoreContract {
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    @BeforeAll
    static void connect() {
        client = RedisClient.create(RedisServer.shared().url());
        redis = client.connect().sync();
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @Override
    protected SegmentStore newStore() {
        SegmentStore numbers = (tag, length) -> {
            String before = redis.get("numbers:" + tag);
            if (before == null) {
                throw new NoSuchCounterException("no counter numbers:" + tag);
            }
            long taken = Math.min(length, Long.MAX_VALUE - Long.parseLong(before));
            if (taken == 0) {
                throw new ExhaustedCounterException("numbers:" + tag + " is exhausted");
            }
            long last = redis.incrby("numbers:" + tag, taken);
            return new UidRange(last - taken + 1, last, 1);
        };
        return numbers;
    }

    @Override
    protected void create(String tag, long first) {
        redis.setnx("numbers:" + tag, Long.toString(first - 1));
    }

    @Test
    void isTheStoreOfThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/migration.md"));
        String source = Files.readString(Path.of("src/test/java/org/uidgenerator/redis/DocumentedCountersTest.java"));
        int begin = page.indexOf("SegmentStore numbers = ");

        assertThat(source.replaceAll("\\s+", " "))
                .contains(page.substring(begin, page.indexOf("};", begin))
                        .replaceAll("//.*", "")
                        .replaceAll("\\s+", " "));
    }
}
