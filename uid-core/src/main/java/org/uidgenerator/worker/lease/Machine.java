package org.uidgenerator.worker.lease;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * Time that passes, threads and chance. Simulations put their own in its place.
 *
 * @param waiting the time that callers and the keeper go by
 * @param threads makes the keeper's thread
 * @param random for fencing numbers and pauses; used by several threads
 */
record Machine(Waiting waiting, ThreadFactory threads, RandomGenerator random) {
    /** The one that this process runs on. */
    static final Machine REAL = new Machine(
            Waiting.SYSTEM,
            BackgroundThreads::newThread,
            () -> ThreadLocalRandom.current().nextLong());
}
