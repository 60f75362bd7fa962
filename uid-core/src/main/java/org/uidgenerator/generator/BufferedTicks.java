package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.UidBlock;
import org.uidgenerator.worker.WorkerLease;

/**
 * The ticks of a {@link CachedUidGenerator} as blocks: claimed ahead, each cut into blocks of one size that are stamped
 * with it.
 */
final class BufferedTicks implements BlockSource {
    private static final System.Logger LOG = System.getLogger(CachedUidGenerator.class.getName());

    private static final long BORROWING_TO_WARN_OF_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final String name;
    private final LeasedTicks leases;
    private final TickSource ticks;
    private final HandOutWindow window;
    private final UidLayout layout;
    private final NanoClock nanoClock;
    private final long blockSize;
    private final long step;
    private final long startNanos;

    /** What the last tick was claimed under. */
    private volatile WorkerLease lease;

    private volatile long revokedThrough = -1;
    private volatile boolean atBorrowLimit;
    private long nextUid;
    private long leftInTick;
    private long ticksClaimed;
    private boolean warnedOfBorrowing;

    /**
     * Makes a source of blocks of {@code 2^blockBits} UIDs, where {@code blockBits <= layout.seqBits()}.
     *
     * @param name the generator's
     */
    BufferedTicks(
            String name,
            LeasedTicks leases,
            TickSource ticks,
            HandOutWindow window,
            UidLayout layout,
            int blockBits,
            NanoClock nanoClock) {
        this.name = name;
        this.leases = leases;
        this.ticks = ticks;
        this.window = window;
        this.layout = layout;
        this.nanoClock = nanoClock;
        startNanos = nanoClock.nanoTime();
        blockSize = 1L << blockBits;
        step = layout.sequenceStep();
        lease = ticks.lease();
    }

    /**
     * Cuts the next block, and claims a tick for it if necessary. Skips what is left of a tick that has gone stale or
     * is not wanted.
     */
    @Override
    public @Nullable UidBlock next(long floor) {
        boolean tickUsedUp = leftInTick == 0 || lastOfTick() <= floor || !isFresh(ticks.lastTick());
        if (tickUsedUp && !claimTick(floor)) {
            return null;
        }
        UidBlock block = new UidBlock(nextUid, nextUid + (blockSize - 1) * step, step, ticks.lastTick());
        nextUid += blockSize * step; // past the greatest long after the layout's very last block
        leftInTick -= blockSize;
        return block;
    }

    private long lastOfTick() {
        return nextUid + (leftInTick - 1) * step;
    }

    private boolean claimTick(long floor) {
        leftInTick = 0;
        long lastTick = ticks.lastTick();
        WorkerLease lease = ticks.lease();
        TickRange claimed = ticks.claim(lease, floor);
        atBorrowLimit = claimed == null && leases.describeTrouble() == null;
        if (claimed == null) {
            return false;
        }
        use(lease, lastTick);
        nextUid = layout.encode(claimed.tick(), lease.workerId(), 0);
        leftInTick = layout.maxSequence() + 1;
        ticksClaimed++;
        warnOfBorrowing(claimed.tick());
        return true;
    }

    /**
     * Once another lease has taken the place of the previous one, that one has been revoked already or never will be.
     */
    private void use(WorkerLease next, long lastTick) {
        if (lease.isRevoked()) {
            revokedThrough = lastTick; // Order matters! Before the lease: whoever sees the next one sees this as well
        }
        lease = next;
    }

    private void warnOfBorrowing(long tick) {
        if (!warnedOfBorrowing && ticks.millisAhead(tick) > BORROWING_TO_WARN_OF_MILLIS) {
            warnedOfBorrowing = true;
            LOG.log(
                    WARNING,
                    "{0} has borrowed more than a minute from the future: its layout sustains {1} UIDs a second{2}",
                    name,
                    String.format(Locale.ROOT, "%.0f", layout.uidsPerSecond()),
                    describeRateSeen());
        }
    }

    /**
     * Describes the layout that would do, if the reason is demand beyond this one and not a clock that was set back.
     */
    private String describeRateSeen() {
        double seconds = Math.max(1, (nanoClock.nanoTime() - startNanos) / 1e9);
        double seen = ticksClaimed * (layout.maxSequence() + 1.0) / seconds;
        int seqBits = 64
                - Long.numberOfLeadingZeros(
                        (long) Math.ceil(seen * layout.tick().toMillis() / 1_000) - 1);
        int workerBits = layout.workerBits() + layout.seqBits() - seqBits;
        return seen <= layout.uidsPerSecond() || workerBits < layout.dataCenterBits() || workerBits < 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", and it claims %.0f; bits of %d/%d/%d for all generators of this id space would sustain that",
                        seen,
                        layout.timeBits(),
                        workerBits,
                        seqBits);
    }

    /**
     * Returns whether a block is not revoked, and lies between {@code now - maxStaleness} and {@code now + maxBorrow}.
     */
    @Override
    public boolean isFresh(UidBlock block) {
        return isFresh(block.stamp());
    }

    private boolean isFresh(long tick) {
        WorkerLease lease = this.lease; // Order matters! Before revokedThrough
        return !lease.isRevoked() && tick > revokedThrough && window.contains(tick);
    }

    /** At the limit of borrowing until the clock has moved on, else until the lease asks for a refill. */
    @Override
    public long nanosUntilNext() {
        return atBorrowLimit ? ticks.nanosUntilNext() : Long.MAX_VALUE;
    }

    @Override
    public @Nullable String trouble() {
        String trouble = leases.describeTrouble();
        if (trouble != null || !atBorrowLimit) {
            return trouble;
        }
        return String.format(
                Locale.ROOT,
                "maxBorrow allows no later tick now and the layout sustains %.0f UIDs a second",
                layout.uidsPerSecond());
    }

    @Override
    public @Nullable Throwable failure() {
        return leases.whyNone();
    }
}
