package org.uidgenerator.segment;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.test.internal.Callers;

/** Generators of numbers that are closed. */
class SegmentClosingTest implements ClosingContract.OfThreads<SegmentIdGenerator> {
    /** So long that a tag is busy before a tenth of it is used. */
    private static final int STEP = 100_000;

    private static final AtomicLong NAMES = new AtomicLong();

    @Override
    public Threaded<SegmentIdGenerator> newScene() {
        return new SegmentScene();
    }

    private static final class SegmentScene implements Threaded<SegmentIdGenerator> {
        private final String name = "closed-segments-" + NAMES.incrementAndGet() + "-";
        private final InMemorySegmentStore store = new InMemorySegmentStore();
        private final CountDownLatch answer = new CountDownLatch(1);
        private final AtomicReference<Runnable> task = new AtomicReference<>(() -> {});

        SegmentScene() {
            store.setHighest("orders", 0);
        }

        @Override
        public SegmentIdGenerator open() {
            return SegmentIdGenerator.builder(this::take)
                    .name(name)
                    .minStep(STEP)
                    .maxStep(STEP)
                    .maxWait(Duration.ofMinutes(5))
                    .build();
        }

        private UidRange take(String tag, long length) {
            if (Thread.currentThread().getName().startsWith(name + "-store")) {
                task.getAndSet(() -> {}).run();
            }
            return store.take(tag, length);
        }

        @Override
        public void call(SegmentIdGenerator opened) {
            SegmentTag tag = opened.tag("orders");
            do {
                tag.getUID();
            } while (!tag.status().buffered());
        }

        @Override
        public String refusal() {
            return name + "/orders is closed";
        }

        @Override
        public void refuse() {
            store.setAway(true);
        }

        @Override
        public void hang() {
            store.hold(answer);
        }

        @Override
        public boolean isAsked() {
            return store.held() > 0;
        }

        @Override
        public void answer() {
            answer.countDown();
        }

        @Override
        public void runInItsThread(SegmentIdGenerator opened, Runnable closing) {
            call(opened);
            task.set(closing);
            Callers.start(
                    1,
                    () -> { // which is refused if it comes too late to see that it is over
                        while (task.get() == closing) {
                            opened.getUID("orders");
                        }
                    });
        }

        @Override
        public List<String> threads() {
            return Leftovers.threads(name);
        }

        @Override
        public void close() {
            answer.countDown();
        }
    }
}
