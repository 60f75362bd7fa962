package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisServerCommands;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for servers to get ready for each other. */
final class Servers {
    private Servers() {}

    static void awaitReplica(RedisServerCommands<String, String> primary) {
        awaitUntil(() -> primary.info("replication").contains("state=online"));
    }

    static void awaitUntil(BooleanSupplier holds) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
