package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.UidBlock;

/**
 * The ticks of a {@link CachedUidGenerator} as blocks: claimed ahead, each cut into blocks of one size that are used
 * with it.
 */
final class BufferedTicks implements BlockSource {
    /*
     * A tick is claimed under one worker id after the other, in ascending order, and then the next tick. So UIDs ascend, since
     * their time comes first and then the worker id:
     *
     *     tick 41: worker id 3, 7, 12    tick 42: worker id 3, 12 (7 was not reserved in time)    tick 43: worker id 3, 7, 12, 15
     *
     * Which worker ids take part is decided when a tick begins. One that comes later could be lower than one that has been
     * already, so it waits for the next tick. One that cannot claim a tick is passed over, and tries to claim the next.
     */
    private static final System.Logger LOG = System.getLogger(CachedUidGenerator.class.getName());

    private static final long BORROWING_TO_WARN_OF_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final String name;
    private final TickSource ticks;
    private final HandOutWindow window;
    private final UidLayout layout;
    private final NanoClock nanoClock;
    private final int mostWorkerIds;
    private final long blockSize;
    private final long increment;
    private final long startNanos;

    /** What the UIDs to cut next were claimed under. */
    private @Nullable HeldWorkerId claimant;

    /** Under which worker ids the same tick is to be claimed after that. */
    private Iterator<HeldWorkerId> others = Collections.emptyIterator();

    private volatile boolean atBorrowLimit;
    private long nextUid;
    private long leftInTick;
    private long ticksClaimed;
    private boolean warnedOfBorrowing;

    /**
     * Makes a source of blocks of {@code 2^blockBits} UIDs, where {@code blockBits <= layout.seqBits()}.
     *
     * @param name the generator's
     * @param mostWorkerIds how many worker ids a generator of this kind could have
     */
    BufferedTicks(
            String name,
            TickSource ticks,
            HandOutWindow window,
            UidLayout layout,
            int mostWorkerIds,
            int blockBits,
            NanoClock nanoClock) {
        this.name = name;
        this.ticks = ticks;
        this.window = window;
        this.layout = layout;
        this.mostWorkerIds = mostWorkerIds;
        this.nanoClock = nanoClock;
        startNanos = nanoClock.nanoTime();
        blockSize = 1L << blockBits;
        increment = layout.sequenceIncrement();
    }

    /**
     * Cuts the next block, and claims a tick for it if necessary. Skips what is left of a tick that has gone stale or
     * is not wanted.
     */
    @Override
    public @Nullable UidBlock next(long floor) {
        while (!hasLeftAbove(floor)) {
            if (!claimForNext() && !claimTick(floor)) {
                return null;
            }
        }
        UidBlock block = new UidBlock(nextUid, nextUid + (blockSize - 1) * increment, increment, ticks.lastTick());
        nextUid += blockSize * increment; // past the greatest long after the layout's very last block
        leftInTick -= blockSize;
        return block;
    }

    private boolean hasLeftAbove(long floor) {
        HeldWorkerId claimant = this.claimant;
        return leftInTick > 0
                && nextUid + (leftInTick - 1) * increment > floor
                && claimant != null
                && claimant.isInForce()
                && window.contains(ticks.lastTick());
    }

    /** Claims the tick claimed last for the next worker id that can. */
    private boolean claimForNext() {
        long tick = ticks.lastTick();
        while (others.hasNext() && window.contains(tick)) {
            HeldWorkerId next = others.next();
            if (ticks.tryClaim(tick, next)) {
                open(tick, next);
                return true;
            }
        }
        return false;
    }

    private boolean claimTick(long floor) {
        leftInTick = 0;
        TickSource.ClaimedTick claimed = ticks.claim(floor);
        atBorrowLimit = claimed == null && ticks.leases().describeTrouble() == null;
        if (claimed == null) {
            return false;
        }
        others = claimed.others().iterator();
        open(claimed.range().tick(), claimed.claimant());
        ticks.leases().watchDemand();
        warnOfBorrowing(claimed.range().tick());
        return true;
    }

    private void open(long tick, HeldWorkerId under) {
        claimant = under;
        nextUid = layout.encode(tick, under.lease.workerId(), 0);
        leftInTick = layout.maxSequence() + 1;
        ticksClaimed++;
    }

    private void warnOfBorrowing(long tick) {
        if (!warnedOfBorrowing && ticks.clock.millisAhead(tick) > BORROWING_TO_WARN_OF_MILLIS) {
            warnedOfBorrowing = true;
            LOG.log(
                    WARNING,
                    "{0} has borrowed more than a minute from the future: its layout sustains {1} UIDs a second per worker id{2}",
                    name,
                    String.format(Locale.ROOT, "%.0f", layout.uidsPerSecond()),
                    describeRateSeen());
        }
    }

    /**
     * Describes how many worker ids would do, and which layout, if the reason is demand beyond those that take part and
     * not a clock that was set back.
     */
    private String describeRateSeen() {
        double seconds = Math.max(1, (nanoClock.nanoTime() - startNanos) / 1e9);
        double seen = ticksClaimed * (layout.maxSequence() + 1.0) / seconds;
        if (seen <= layout.uidsPerSecond() * ticks.leases().claimants().size()) {
            return "";
        }
        String remedies = describeWorkerIds(seen) + describeBits(seen);
        return remedies.isEmpty() ? "" : String.format(Locale.ROOT, ", and it claims %.0f%s", seen, remedies);
    }

    private String describeWorkerIds(double seen) {
        double needed = Math.ceil(seen / layout.uidsPerSecond());
        return needed > mostWorkerIds
                ? ""
                : String.format(Locale.ROOT, "; maxWorkerIds of at least %.0f would sustain that", needed);
    }

    private String describeBits(double seen) {
        int seqBits = 64
                - Long.numberOfLeadingZeros(
                        (long) Math.ceil(seen * layout.tick().toMillis() / 1_000) - 1);
        int workerBits = layout.workerBits() + layout.seqBits() - seqBits;
        return workerBits < layout.dataCenterBits() || workerBits < 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; bits of %d/%d/%d for all generators of this namespace would sustain that",
                        layout.timeBits(),
                        workerBits,
                        seqBits);
    }

    /**
     * Returns whether a block is not revoked, and lies between {@code now - maxStaleness} and {@code now + maxBorrow}.
     */
    @Override
    public boolean isFresh(UidBlock block) {
        long tick = block.freshness();
        return window.contains(tick) && ticks.leases().isValid(layout.workerIdOf(block.first()), tick);
    }

    /** At the limit of borrowing until the clock has moved on, else until the lease asks for a refill. */
    @Override
    public long nanosUntilNext() {
        return atBorrowLimit ? ticks.nanosUntilNext() : Long.MAX_VALUE;
    }

    /** Once the layout has ended: there is nothing to wait for. */
    @Override
    public @Nullable UidGenerateException refusal() {
        return ticks.refusal();
    }

    @Override
    public @Nullable String trouble() {
        UidGenerateException refusal = refusal();
        if (refusal != null) {
            return refusal.getMessage();
        }
        String trouble = ticks.leases().describeTrouble();
        if (trouble != null || !atBorrowLimit) {
            return trouble;
        }
        return "maxBorrow allows no later tick now"
                + (ticks.isTooFarAhead()
                        ? String.format(
                                Locale.ROOT,
                                ": the clock shows %s, and ticks until %s were claimed before it was set back; if it is right"
                                        + " now, make the generator anew, with another worker id",
                                layout.timeOf(ticks.clock.currentTick()),
                                layout.timeOf(ticks.highestTick() + 1))
                        : String.format(
                                Locale.ROOT,
                                " and the layout sustains %.0f UIDs a second per worker id",
                                layout.uidsPerSecond()));
    }

    @Override
    public @Nullable Throwable failure() {
        UidGenerateException refusal = refusal();
        return refusal != null ? refusal : ticks.leases().whyNone();
    }
}
