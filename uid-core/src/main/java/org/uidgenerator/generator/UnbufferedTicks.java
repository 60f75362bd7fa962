package org.uidgenerator.generator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.engine.UidBlock;
import org.uidgenerator.internal.engine.UnbufferedSource;

/**
 * The ticks of a {@link DefaultUidGenerator} as blocks: each is a tick, or what is left of one, claimed when a call
 * needs it.
 */
final class UnbufferedTicks implements UnbufferedSource {
    private final TickSource ticks;
    private final UidLayout layout;
    private final SequenceStart sequenceStart;

    /** What the open tick was claimed under. */
    private @Nullable HeldWorkerId claimant;

    private long startRange;

    UnbufferedTicks(TickSource ticks, UidLayout layout, SequenceStart sequenceStart) {
        this.ticks = ticks;
        this.layout = layout;
        this.sequenceStart = sequenceStart;
    }

    @Override
    public @Nullable UidBlock next(long floor) {
        TickSource.ClaimedTick claimed = ticks.claim(floor);
        if (claimed == null) {
            ticks.requireNext(floor);
            return null;
        }
        HeldWorkerId under = claimed.claimant();
        claimant = under;
        TickRange range = claimed.range();
        long workerId = under.lease.workerId();
        startRange = range.startRange();
        long first = layout.encode(range.tick(), workerId, range.firstSequence());
        long last = layout.encode(range.tick(), workerId, range.lastSequence());
        return new UidBlock(first, last, layout.sequenceIncrement(), range.tick());
    }

    @Override
    public long start(UidBlock block, long lastUid, boolean usedUp) {
        long skipped = sequenceStart.skipped(block.first(), sequenceOf(lastUid), usedUp, startRange);
        return block.first() + skipped * block.increment();
    }

    private long sequenceOf(long uid) {
        return (uid / layout.sequenceIncrement()) & layout.maxSequence();
    }

    @Override
    public void takeBack(long firstUid) {
        ticks.left(sequenceOf(firstUid));
    }

    @Override
    public boolean isFresh(UidBlock block) {
        HeldWorkerId claimant = this.claimant;
        return claimant != null && claimant.isInForce() && !ticks.mustLeave();
    }

    @Override
    public long nanosUntilStale() {
        return ticks.nanosUntilOver();
    }

    @Override
    public long nanosUntilNext() {
        return ticks.nanosUntilNext();
    }

    @Override
    public void requireNext(long floor) {
        ticks.requireNext(floor);
    }

    @Override
    public String trouble() {
        String trouble = ticks.leases().describeTrouble();
        return trouble != null
                ? trouble
                : String.format(
                        Locale.ROOT,
                        "at %s all ticks that may be used are used up, the layout sustains %.0f UIDs a second",
                        layout.timeOf(ticks.clock.currentTick()),
                        layout.uidsPerSecond());
    }

    @Override
    public @Nullable Throwable failure() {
        return ticks.leases().whyNone();
    }
}
