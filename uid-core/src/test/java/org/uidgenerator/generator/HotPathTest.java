package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.WorkerLease;

/** A call that gets a UID allocates nothing and logs nothing, at full rate, refills included. */
class HotPathTest {
    private static final int CALLS = 20_000_000;
    private static final int BYTES_A_WAIT = 300;
    private static final UidLayout WIDE = UidLayout.of(31, 4, 28);

    @Test
    void cachedGeneratorAllocatesNothingAndLogsNothingWithinTheLayoutsRate() {
        assertSilentAndFree(CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(WIDE)
                .build());
    }

    @Test
    void cachedGeneratorAllocatesNothingAndLogsNothingWhileItBorrows() {
        List<String> logged = assertFree(CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(UidLayout.of(31, 19, 13))
                .maxBorrow(Duration.ofDays(365_000))
                .build());

        assertThat(logged).singleElement().asString().contains("has borrowed more than a minute"); // by the padder
    }

    @Test
    void defaultGeneratorAllocatesNothingAndLogsNothing() {
        assertSilentAndFree(DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(WIDE)
                .build());
    }

    private static void assertSilentAndFree(ManagedUidGenerator generator) {
        assertThat(assertFree(generator)).isEmpty();
    }

    private static List<String> assertFree(ManagedUidGenerator generator) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (generator;
                LogRecorder log = new LogRecorder()) {
            threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            take(generator, CALLS / 10); // classes loaded, code compiled
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            take(generator, CALLS);
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

            long forWaits = BYTES_A_WAIT * generator.status().waits(); // a padder that gets no processor cannot keep up
            assertThat((double) (allocated - forWaits) / CALLS)
                    .as("bytes a call")
                    .isLessThan(0.001);
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
