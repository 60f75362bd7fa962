package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.worker.WorkerLease;

/** A call that gets a UID allocates nothing and logs nothing, at full rate, refills included. */
class HotPathTest {
    private static final int CALLS = 20_000_000;
    private static final UidLayout WIDE = UidLayout.of(31, 4, 28);

    @Test
    void cachedGeneratorAllocatesNothingAndLogsNothingWithinTheLayoutsRate() {
        assertSilentAndFree(CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .layout(WIDE)
                .build());
    }

    @Test
    void cachedGeneratorAllocatesNothingAndLogsNothingWhileItBorrows() {
        List<String> logged = assertFree(CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .layout(UidLayout.of(31, 19, 13))
                .maxBorrow(Duration.ofDays(365_000))
                .build());

        assertThat(logged).singleElement().asString().contains("has borrowed more than a minute"); // by the padder
    }

    @Test
    void defaultGeneratorAllocatesNothingAndLogsNothing() {
        assertSilentAndFree(DefaultUidGenerator.builder(layout -> WorkerLease.of(7))
                .layout(WIDE)
                .build());
    }

    private static void assertSilentAndFree(UidGenerator generator) {
        assertThat(assertFree(generator)).isEmpty();
    }

    private static List<String> assertFree(UidGenerator generator) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (generator;
                LogRecorder log = new LogRecorder()) {
            threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            take(generator, CALLS / 10); // classes loaded, code compiled
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            take(generator, CALLS);
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

            assertThat((double) allocated / CALLS).as("bytes a call").isLessThan(0.001);
            return log.lines();
        }
    }

    private static void take(UidGenerator generator, int calls) {
        long previous = -1;
        for (int i = 0; i < calls; i++) {
            long uid = generator.getUID();
            if (uid <= previous) {
                throw new AssertionError("uid " + uid + " after " + previous);
            }
            previous = uid;
        }
    }
}
