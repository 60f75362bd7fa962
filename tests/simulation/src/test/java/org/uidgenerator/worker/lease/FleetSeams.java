package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** Leased worker ids whose time and threads are simulated. */
public final class FleetSeams {
    private FleetSeams() {}

    /**
     * An assigner of a process that has the time of all others, but for what it has waited itself. The caller that
     * waits does the work of the threads meanwhile.
     */
    public static LeasedWorkerIds build(LeasedWorkerIdsBuilder options, LongSupplier time, RandomGenerator random) {
        ProcessTime processTime = new ProcessTime(time);
        LeasedWorkerIds assigner = options.answerTimeout(Duration.ofMillis(1)) // as no other thread answers meanwhile
                .environment(new Environment(processTime, NeverStarts::new, random))
                .build();
        processTime.assigner = assigner;
        return assigner;
    }

    /** Does what is due for the leases, and returns in how many nanoseconds anything is due again. */
    public static long runDue(LeasedWorkerIds assigner) {
        return HoldSeams.threads(assigner.keeper).runReady();
    }

    /** Whether no process may take a row now, whether its holder is there or not. */
    public static boolean isTaken(LeaseRow row, long storeTick) {
        return RowRules.firstTickOfSuccessor(row) > storeTick;
    }

    private static final class ProcessTime implements NanoClock {
        private final LongSupplier time;
        private long waited;
        private LeasedWorkerIds assigner;

        ProcessTime(LongSupplier time) {
            this.time = time;
        }

        @Override
        public long nanoTime() {
            return time.getAsLong() + waited;
        }

        @Override
        public void park(long nanos) {
            runDue(Objects.requireNonNull(assigner));
            waited += nanos;
        }
    }

    private static final class NeverStarts extends Thread {
        NeverStarts(Runnable work) {
            super(work);
        }

        @Override
        public synchronized void start() {}
    }
}
