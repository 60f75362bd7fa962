package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.simulation.Passage;

/** Opens what the leased worker ids show to their own tests. */
public final class LeaseSeams {
    private LeaseSeams() {}

    public static LeasedWorkerIdsBuilder inTime(
            Passage passage, RandomGenerator random, Duration answerTimeout, LeasedWorkerIdsBuilder options) {
        NanoClock nanoClock = new NanoClock() {
            @Override
            public long nanoTime() {
                return passage.nanoTime();
            }

            @Override
            public void park(long nanos) {
                passage.await(nanos);
            }
        };
        return options.answerTimeout(answerTimeout)
                .environment(new Environment(
                        nanoClock,
                        work -> new Thread(work) {
                            @Override
                            public synchronized void start() {} // the simulation runs the keeper
                        },
                        random));
    }

    /** Does once what is done for each lease, and returns in how many nanoseconds one of them is due again. */
    public static long runKeeper(LeasedWorkerIds assigner) {
        tasks(assigner).forEach(BackgroundTask::runOnce);
        return HoldSeams.threads(assigner.keeper).nanosUntilNext();
    }

    /** Why the last call to the store failed for one of the leases, or null if none did. */
    public static Throwable storeFailure(LeasedWorkerIds assigner) {
        return tasks(assigner).stream()
                .map(BackgroundTask::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static List<BackgroundTask> tasks(LeasedWorkerIds assigner) {
        return HoldSeams.threads(assigner.keeper).tasks();
    }
}
