package org.uidgenerator.generator;

import org.uidgenerator.internal.engine.LowBits;

/** The sequence at which a {@link DefaultUidGenerator} starts counting in a tick. */
public enum SequenceStart {
    /**
     * At zero: no UID of a tick is skipped. But a node that hands out one UID per tick uses the sequence 0 each time,
     * so sharding by {@code uid % n} fills one shard.
     */
    ZERO,

    /**
     * At one of the first 1,024 sequences, in the first half of the tick, chosen as if at random. Costs up to half of a
     * tick, unless the previous tick was used up. Low bits are spread evenly in the long run.
     */
    RANDOM,

    /**
     * After the sequence that was used last, among the first 1,024 and in the first half of the tick. Costs up to half
     * of a tick, unless the previous tick was used up. Low bits rotate, so that {@code uid % n} is even at any rate.
     * But two UIDs tell their reader how many were handed out between them.
     */
    ROTATING;

    /**
     * Returns how many sequences are skipped at the start of a tick.
     *
     * @param firstUid the UID that it would start with
     * @param lastSequence the sequence that was handed out last, in the tick before
     * @param usedUp whether nothing was left there
     * @param range a power of two that the result is less than
     */
    long skipped(long firstUid, long lastSequence, boolean usedUp, long range) {
        return switch (this) {
            case ZERO -> 0;
            case RANDOM -> usedUp ? 0 : LowBits.skipped(firstUid, range);
            case ROTATING -> (lastSequence + 1) & (range - 1);
        };
    }
}
