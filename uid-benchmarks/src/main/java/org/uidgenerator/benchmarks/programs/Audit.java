package org.uidgenerator.benchmarks.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * The behaviour of a contestant while threads called it without pause.
 *
 * @param seconds for how long
 * @param compared how many ids were kept and compared
 * @param duplicates how many of those were not the first of their value
 * @param negative how many of those were below zero
 * @param rejected how many calls it refused
 * @param aheadMillis how far the newest id was ahead of the clock at the end; null if ids carry no time
 */
public record Audit(
        Entrant contestant,
        double seconds,
        long compared,
        long duplicates,
        long negative,
        long rejected,
        @Nullable Long aheadMillis) {

    /** How many ids a thread takes at least, however busy the machine is. */
    private static final int LEAST = 10;

    /** Takes the contestant, the threads, the milliseconds and how many ids a thread keeps. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(of(
                Entrant.valueOf(args[0]),
                Integer.parseInt(args[1]),
                Long.parseLong(args[2]),
                Integer.parseInt(args[3])));
    }

    /** Audits a contestant in this JVM. */
    public static Audit of(Entrant entrant, int threads, long millis, int keptPerThread) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        List<Taker> takers = new ArrayList<>();
        try (Contestant contestant = entrant.start()) {
            for (int i = 0; i < threads; i++) {
                Taker taker = new Taker(contestant, start, stopped, new long[keptPerThread]);
                taker.start();
                takers.add(taker);
            }
            long startNanos = System.nanoTime();
            start.countDown();
            TimeUnit.MILLISECONDS.sleep(millis);
            stopped.set(true);
            for (Taker taker : takers) {
                taker.join();
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            long[] ids = takers.stream().flatMapToLong(Taker::ids).sorted().toArray();
            return new Audit(
                    entrant,
                    seconds,
                    ids.length,
                    duplicates(ids),
                    Arrays.stream(ids).filter(id -> id < 0).count(),
                    contestant.rejected(),
                    takers.stream()
                            .map(taker -> taker.aheadMillis)
                            .filter(Objects::nonNull)
                            .max(Long::compare)
                            .orElse(null));
        }
    }

    private static long duplicates(long[] sorted) {
        long duplicates = 0;
        for (int i = 1; i < sorted.length; i++) {
            duplicates += sorted[i] == sorted[i - 1] ? 1 : 0;
        }
        return duplicates;
    }

    private static final class Taker extends Thread {
        private final Contestant shared;
        private final CountDownLatch start;
        private final AtomicBoolean stopped;
        private final long[] ids;
        private int kept;

        @Nullable
        private Long aheadMillis;

        Taker(Contestant shared, CountDownLatch start, AtomicBoolean stopped, long[] ids) {
            super("taker");
            this.shared = shared;
            this.start = start;
            this.stopped = stopped;
            this.ids = ids;
        }

        @Override
        public void run() {
            Contestant contestant = shared.ofThisThread();
            long newest = contestant.next(); // loads classes and seeds random sources
            try {
                start.await();
            } catch (InterruptedException e) {
                return;
            }
            while (!stopped.get() || kept < Math.min(LEAST, ids.length)) {
                long id = contestant.next();
                newest = Math.max(newest, id);
                if (kept < ids.length) {
                    ids[kept++] = id;
                }
            }
            long now = System.currentTimeMillis();
            OptionalLong time = contestant.epochMilli(newest);
            aheadMillis = time.isPresent() ? time.getAsLong() - now : null;
        }

        LongStream ids() {
            return Arrays.stream(ids, 0, kept);
        }
    }
}
