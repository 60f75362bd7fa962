package org.uidgenerator.internal.engine;

import org.uidgenerator.UidGenerateException;

/** Consecutive numbers in blocks of one size, as many as a test allows. */
final class Numbers implements UnbufferedSource {
    private final int blockSize;
    private long next;

    int blocks = Integer.MAX_VALUE;
    long freshFrom;
    long freshThrough = Long.MAX_VALUE;
    long takenBack = -1;
    UidGenerateException failure;
    long nanosUntilNext = Long.MAX_VALUE;

    /** What happens when it is asked whether a block is fresh. */
    Runnable whileAsked = () -> {};

    Numbers(int blockSize) {
        this.blockSize = blockSize;
    }

    /** Continues elsewhere: below what was claimed, or above. */
    void continueAt(long number) {
        next = number;
    }

    @Override
    public UidBlock next(long floor) {
        requireNext(floor);
        if (blocks == 0) {
            return null;
        }
        blocks--;
        long first = next;
        next += blockSize;
        return new UidBlock(first, next - 1, 1, first / blockSize);
    }

    @Override
    public void requireNext(long floor) {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public long start(UidBlock block, long lastUid, boolean usedUp) {
        return block.first();
    }

    @Override
    public void takeBack(long firstUid) {
        takenBack = firstUid;
    }

    @Override
    public boolean isFresh(UidBlock block) {
        whileAsked.run();
        return block.freshness() >= freshFrom && block.freshness() <= freshThrough;
    }

    @Override
    public long nanosUntilStale() {
        return Long.MAX_VALUE;
    }

    @Override
    public long nanosUntilNext() {
        return nanosUntilNext;
    }

    @Override
    public String trouble() {
        return blocks == 0 ? "no more numbers are allowed" : null;
    }

    @Override
    public Throwable failure() {
        return null;
    }
}
