package org.uidgenerator.benchmarks.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/** Asks a contestant flat out, keeps ids, looks for duplicates among them, and for how far it ran ahead of the clock. */
public final class AuditProgram {
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean stopped;

    private AuditProgram() {}

    /** Takes the contestant, the threads, the milliseconds and how many ids a thread keeps. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(audit(
                Entrant.valueOf(args[0]),
                Integer.parseInt(args[1]),
                Long.parseLong(args[2]),
                Integer.parseInt(args[3])));
    }

    /** Audits a contestant in this JVM. */
    public static Audited audit(Entrant entrant, int threads, long millis, int keptPerThread)
            throws InterruptedException {
        try (Contestant contestant = entrant.start()) {
            return new AuditProgram().run(entrant, contestant, threads, millis, keptPerThread);
        }
    }

    private Audited run(Entrant entrant, Contestant contestant, int threads, long millis, int keptPerThread)
            throws InterruptedException {
        List<Taker> takers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Taker taker = new Taker(contestant, new long[keptPerThread]);
            taker.start();
            takers.add(taker);
        }
        long startNanos = System.nanoTime();
        start.countDown();
        TimeUnit.MILLISECONDS.sleep(millis);
        stopped = true;
        for (Taker taker : takers) {
            taker.join();
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;

        long[] ids = takers.stream().flatMapToLong(Taker::kept).toArray();
        Arrays.parallelSort(ids);
        return new Audited(
                entrant,
                threads,
                seconds,
                takers.stream().mapToLong(taker -> taker.taken).sum(),
                ids.length,
                duplicates(ids),
                Arrays.stream(ids).filter(id -> id < 0).count(),
                contestant.rejected(),
                takers.stream()
                        .map(taker -> taker.aheadMillis)
                        .flatMapToLong(OptionalLong::stream)
                        .boxed()
                        .max(Long::compare)
                        .orElse(null));
    }

    private static long duplicates(long[] sorted) {
        long duplicates = 0;
        for (int i = 1; i < sorted.length; i++) {
            duplicates += sorted[i] == sorted[i - 1] ? 1 : 0;
        }
        return duplicates;
    }

    private final class Taker extends Thread {
        private final Contestant shared;
        private final long[] ids;
        private long taken;
        private OptionalLong aheadMillis = OptionalLong.empty();

        Taker(Contestant shared, long[] ids) {
            super("taker");
            this.shared = shared;
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
            int kept = 0;
            long dropped = 0;
            while (!stopped) {
                long id = contestant.next();
                newest = Math.max(newest, id);
                if (kept < ids.length) {
                    ids[kept++] = id;
                } else {
                    dropped++;
                }
            }
            long now = System.currentTimeMillis();
            taken = kept + dropped;
            OptionalLong time = contestant.epochMilli(newest);
            aheadMillis = time.isPresent() ? OptionalLong.of(time.getAsLong() - now) : time;
        }

        LongStream kept() {
            return Arrays.stream(ids, 0, (int) Math.min(taken, ids.length));
        }
    }
}
