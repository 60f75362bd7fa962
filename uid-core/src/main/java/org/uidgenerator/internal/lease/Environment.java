package org.uidgenerator.internal.lease;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * The time that passes, the threads and the chance that leases need besides their store. Simulations have their own.
 *
 * @param nanoClock the clock that callers and the keeper wait by
 * @param threads makes the keeper's threads
 * @param random for fencing numbers and pauses; used by several threads
 */
public record Environment(NanoClock nanoClock, ThreadFactory threads, RandomGenerator random) {
    /** That of this process. */
    public static final Environment REAL = new Environment(
            NanoClock.SYSTEM,
            BackgroundThreads::newThread,
            () -> ThreadLocalRandom.current().nextLong());
}
