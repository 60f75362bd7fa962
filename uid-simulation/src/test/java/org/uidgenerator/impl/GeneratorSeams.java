package org.uidgenerator.impl;

import org.uidgenerator.simulation.Passage;

/** Opens what the generators show to their own tests. */
public final class GeneratorSeams {
    private GeneratorSeams() {}

    public static CachedUidGenerator.Builder inTime(Passage passage, CachedUidGenerator.Builder builder) {
        return builder.waiting(waiting(passage));
    }

    public static DefaultUidGenerator.Builder inTime(Passage passage, DefaultUidGenerator.Builder builder) {
        return builder.waiting(waiting(passage)).alarm(passage::in);
    }

    private static Waiting waiting(Passage passage) {
        return new Waiting() {
            @Override
            public long nanoTime() {
                return passage.nanoTime();
            }

            @Override
            public void park(long nanos) {
                passage.await(nanos);
            }
        };
    }

    /** Has the padder do what is due, and says in how many nanoseconds it wants to run again. */
    public static long runPadder(CachedUidGenerator generator) {
        return generator.padder.runOnce();
    }

    /** Why the last padding failed, or null if it did not. */
    public static Throwable paddingFailure(CachedUidGenerator generator) {
        return generator.padder.failure();
    }
}
