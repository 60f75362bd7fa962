package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.BackgroundThreadContract;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.contract.ThreadTrouble;

/** Tags whose threads cannot be started. */
class SegmentThreadsTest {
    /** So long that a tag is busy before a tenth of it is used. */
    private static final int STEP = 100_000;

    private final InMemorySegmentStore store = new InMemorySegmentStore();

    private SegmentIdGenerator generator(ThreadFactory threads) {
        store.setHighest("orders", 0);
        return SegmentIdGenerator.builder(store)
                .minStep(STEP)
                .maxStep(STEP)
                .maxWait(Duration.ofMillis(100))
                .threadFactory(threads)
                .build();
    }

    @Nested
    class Ranges implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            SegmentIdGenerator generator = generator(threads);
            SegmentTag tag = generator.tag("orders");
            beBusy(tag);
            return new Caller(generator, tag, "segments-store");
        }
    }

    @Nested
    class Padder implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            SegmentIdGenerator generator = generator(threads);
            return new Caller(generator, generator.tag("orders"), "segments-padder");
        }
    }

    private static void beBusy(SegmentTag tag) {
        while (!tag.status().busy()) {
            tag.getUID();
        }
    }

    /** Takes more numbers than a range has. */
    private record Caller(SegmentIdGenerator generator, SegmentTag tag, String threads)
            implements BackgroundThreadContract.User {
        @Override
        public void work() {
            tag.getUIDs(new long[3 * STEP]);
        }

        @Override
        public void close() {
            generator.close();
        }
    }

    @Test
    void sayWhatIsMissing() {
        try (SegmentIdGenerator generator = generator(ThreadTrouble.THROWS.whenever(() -> true))) {
            SegmentTag tag = generator.tag("orders");

            assertThatThrownBy(() -> tag.getUIDs(new long[STEP + 1]))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage("segments/orders has no number left, and no thread can be started that fetches more,"
                            + " the next call tries again: java.lang.IllegalStateException: no thread for you");
        }
    }

    @Test
    void handOutAllNumbersThatTheyHaveWithoutAThread() {
        try (SegmentIdGenerator generator = generator(ThreadTrouble.THROWS.whenever(() -> true))) {
            SegmentTag tag = generator.tag("orders");

            for (int i = 1; i <= STEP; i++) {
                assertThat(tag.getUID()).isEqualTo(i);
            }
        }
    }
}
