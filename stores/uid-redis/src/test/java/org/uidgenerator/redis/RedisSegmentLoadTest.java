package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.RedisServer;

/** Several tags on a Redis that needs two seconds for each range, and callers that use ranges up at once. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisSegmentLoadTest {
    private static final int TAGS = 5;
    private static final int RANGES = 4;
    private static final int STEP = 1_000;

    @Test
    void failsNoCallBecauseOtherTagsRestAsWell() throws Exception {
        try (RedisServer server = new RedisServer("--appendfsync", "everysec")) {
            server.start();
            RedisClient client = RedisClient.create(server.url());
            try (RedisSegmentStore store = RedisSegmentStore.builder(client)
                            .unknownTags(UnknownTags.CREATE)
                            .build();
                    SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                            .minStep(STEP)
                            .maxStep(STEP)
                            .maxWait(Duration.ofSeconds(2 * TAGS - 2)) // two seconds for each of them would be more
                            .build()) {
                List<Callable<long[]>> callers = IntStream.range(0, TAGS)
                        .mapToObj(i -> (Callable<long[]>) () -> takeAll(generator.tag("tag" + i)))
                        .toList();

                for (long[] numbers : Callers.concurrently(callers)) {
                    assertThat(numbers).isSorted().doesNotHaveDuplicates();
                }
            } finally {
                client.shutdown();
            }
        }
    }

    private static long[] takeAll(SegmentTag tag) {
        return LongStream.generate(tag::getUID).limit(RANGES * STEP).toArray();
    }
}
