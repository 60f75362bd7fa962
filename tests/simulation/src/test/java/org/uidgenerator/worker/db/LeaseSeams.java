package org.uidgenerator.worker.db;

import java.util.concurrent.locks.Condition;
import java.util.random.RandomGenerator;
import org.uidgenerator.simulation.Passage;

/** Opens what the leased worker ids show to their own tests. */
public final class LeaseSeams {
    private LeaseSeams() {}

    /** Each host believes of its own clock that it is the store's, so rows look expired at any time. */
    public static LeasedWorkerIdAssigner.Builder inTime(
            Passage passage, RandomGenerator random, LeasedWorkerIdAssigner.Builder builder) {
        return builder.storeClock(builder.clock).machine(new Machine() {
            @Override
            public long nanoTime() {
                return passage.nanoTime();
            }

            @Override
            public long await(Condition changed, long nanos) {
                long start = passage.nanoTime();
                passage.await(nanos);
                return nanos - (passage.nanoTime() - start);
            }

            @Override
            public void sleep(long millis) {
                passage.await(millis * 1_000_000);
            }

            @Override
            public Thread newThread(Runnable work, String name) {
                return new Thread(work, name) {
                    @Override
                    public synchronized void start() {} // the simulation runs the keeper
                };
            }

            @Override
            public RandomGenerator random() {
                return random;
            }
        });
    }

    /** Has the keeper look after the leases, and says in how many nanoseconds it wants to run again. */
    public static long runKeeper(LeasedWorkerIdAssigner assigner) {
        return assigner.keeper.thread.runOnce();
    }

    /** Why the last call to the store failed, or null if it succeeded. */
    public static Throwable storeFailure(LeasedWorkerIdAssigner assigner) {
        return assigner.keeper.failure();
    }
}
