package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.BackgroundThreadContract;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.contract.ThreadTrouble;

/** Tags whose threads cannot be started. */
class SegmentThreadsTest implements BackgroundThreadContract {
    /** So long that a tag is in demand before a tenth of it is used. */
    private static final int STEP = 100_000;

    private final InMemorySegmentStore store = new InMemorySegmentStore();

    private SegmentIdGenerator generator(ThreadFactory threads) {
        store.setHighest("orders", 0);
        return SegmentIdGenerator.builder(store)
                .minStep(STEP)
                .maxStep(STEP)
                .threadFactory(threads)
                .build();
    }

    @Override
    public User newUser(ThreadFactory threads) {
        return new Caller(generator(threads));
    }

    private record Caller(SegmentIdGenerator generator) implements User {
        @Override
        public void work() {
            generator.getUID("orders");
        }

        @Override
        public String threads() {
            return "segments-store";
        }

        @Override
        public void assertNothingLeft() {
            assertThat(generator.status()).isEmpty();
        }

        @Override
        public void close() {
            generator.close();
        }
    }

    @Test
    void sayWhatIsMissing() {
        try (SegmentIdGenerator generator = generator(ThreadTrouble.THROWS.whenever(() -> true))) {
            assertThatThrownBy(() -> generator.tag("orders"))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage("segments/orders has no number left, and no thread can be started that fetches more,"
                            + " the next call tries again: java.lang.IllegalStateException: no thread for you");
        }
    }

    /** The thread that asks the store is enough, so a tag in demand goes on as a quiet one does. */
    @Test
    void handOutNumbersWithoutAThreadThatRefillsRings() {
        AtomicInteger threads = new AtomicInteger();
        try (SegmentIdGenerator generator =
                generator(ThreadTrouble.THROWS.whenever(() -> threads.getAndIncrement() > 0))) {
            SegmentTag tag = generator.tag("orders");

            for (int i = 1; i <= 3 * STEP; i++) {
                assertThat(tag.getUID()).isEqualTo(i);
            }
            assertThat(tag.status().buffered()).isFalse();
        }
    }
}
