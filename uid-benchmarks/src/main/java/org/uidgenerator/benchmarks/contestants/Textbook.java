package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;

/** The snowflake that every tutorial shows: one lock, one clock read an id, a spin when the millisecond is used up. */
final class Textbook implements Contestant {
    private static final long EPOCH_MILLI = 1_767_225_600_000L;
    private static final int TIME_SHIFT = 22;

    private final long maxSequence;
    private final long workerPart;
    private long lastMilli;
    private long sequence;

    Textbook(int sequenceBits) {
        maxSequence = (1L << sequenceBits) - 1;
        workerPart = sequenceBits == TIME_SHIFT ? 0 : 1L << sequenceBits;
    }

    @Override
    public synchronized long next() {
        long now = System.currentTimeMillis();
        if (now < lastMilli) {
            throw new IllegalStateException("the clock went back by " + (lastMilli - now) + " ms");
        }
        if (now > lastMilli) {
            sequence = 0;
        } else if (++sequence > maxSequence) {
            while (now <= lastMilli) {
                now = System.currentTimeMillis();
            }
            sequence = 0;
        }
        lastMilli = now;
        return (now - EPOCH_MILLI) << TIME_SHIFT | workerPart | sequence;
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of((newest >>> TIME_SHIFT) + EPOCH_MILLI);
    }
}
