package org.uidgenerator.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * Hands out UIDs that were claimed ahead of demand. A padder keeps a ring full of the blocks of a {@link BlockSource};
 * callers claim from open blocks: a thread that calls often from one of its own, without an atomic operation.
 */
public final class UidBuffer implements Engine<BlockSource>, BlockOpener {
    private final BufferOptions options;
    private final BackgroundThreads threads;
    final BlockRing ring;
    private final OwnedBlocks owned;
    final OpenBlocks openBlocks;
    private final HandOut handOut;
    private final EngineMeter meter = new EngineMeter();
    private volatile @Nullable BufferPaddingExecutor padder; // null until the first start only

    /** Makes an empty buffer with a padder thread of its own, which is to be started. */
    public UidBuffer(BufferOptions options) {
        this(options, new BackgroundThreads(options.name() + "-padder", 1, options.waiting(), options.threadFactory()));
    }

    /**
     * Makes an empty buffer whose padder shares threads with others, which is to be started.
     *
     * @param threads do nothing that waits for a store
     */
    public UidBuffer(BufferOptions options, BackgroundThreads threads) {
        this.options = options;
        this.threads = threads;
        ring = new BlockRing(options.capacity());
        owned = new OwnedBlocks(options.owners());
        openBlocks = new OpenBlocks(options.name(), ring, options.stripes(), owned, options.step());
        handOut = new HandOut(options.name(), this, options.takeHandler(), options.waiting(), meter);
    }

    /** Fills the ring, starts the padder and lets callers in. */
    @Override
    public void start(BlockSource source) {
        BufferPaddingExecutor next = new BufferPaddingExecutor(options, ring, source, openBlocks, meter, threads);
        openBlocks.clear(source);
        padder = next; // Order matters! Before it fills: a source that gets blocks later requests another refill
        boolean started = false;
        try {
            next.startFull();
            openBlocks.start();
            started = true;
        } finally {
            if (!started) {
                next.task.close(Duration.ZERO);
            }
        }
    }

    @Override
    public boolean stop(RunState to, Duration longestWait) {
        openBlocks.stop(to);
        BackgroundTask task = padder().task;
        return task.close(longestWait) || task.isCurrent();
    }

    /** Where callers find the blocks that their threads own: for {@link OwnedBlocks#claimAtHome}. */
    public @Nullable OwnedBlock[] slots() {
        return owned.slots;
    }

    /** Takes the blocks that nobody has opened, in ascending order. After {@link #stop}. */
    public List<UidBlock> takeUnopened() {
        List<UidBlock> blocks = new ArrayList<>();
        for (UidBlock block = ring.take(); block != null; block = ring.take()) {
            blocks.add(block);
        }
        UidBlock leftOver = padder().leftOver();
        if (leftOver != null) {
            blocks.add(leftOver);
        }
        return blocks;
    }

    @Override
    public long next() {
        Thread caller = Thread.currentThread();
        OwnedBlock own = owned.of(caller);
        long uid = own != null ? own.claim() : openBlocks.stripeOf(caller).claim();
        return uid >= 0 ? uid : handOut.fromNextBlock();
    }

    @Override
    public OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        return handOut.tryNext(handler);
    }

    @Override
    public UidRange claim(int atMost) {
        return handOut.claim(atMost);
    }

    @Override
    public OpenBlock place() {
        return openBlocks.place();
    }

    @Override
    public long open() {
        long uid = openBlocks.open(openBlocks.place());
        padder().requestIfNeeded();
        return uid;
    }

    @Override
    public @Nullable Waiter join(int wanted) {
        Waiter waiter = openBlocks.join(openBlocks.place(), wanted);
        if (waiter != null) {
            wake(); // Order matters! After the call is in the line
        }
        return waiter;
    }

    @Override
    public boolean leave(Waiter waiter) {
        return openBlocks.leave(waiter);
    }

    /**
     * Asks the padder to refill the ring soon. Before the first start there is none, and it will fill the ring anyway.
     */
    @Override
    public void wake() {
        BufferPaddingExecutor padder = this.padder;
        if (padder != null) {
            padder.request();
        }
    }

    @Override
    public void advancePast(long uid) {
        openBlocks.advancePast(uid);
    }

    @Override
    public long passed() {
        return openBlocks.passed();
    }

    /** How many calls wait. */
    public int waiting() {
        return openBlocks.line.size();
    }

    /** What fills the ring, or did last. */
    BufferPaddingExecutor padder() {
        return Objects.requireNonNull(padder, "padder");
    }

    @Override
    public RingBuffer ring() {
        return ring;
    }

    @Override
    public String describeTrouble() {
        Throwable failure = padder().task.failure();
        if (failure != null) {
            return "its ring is not refilled: " + failure.getMessage();
        }
        String trouble = padder().source.trouble();
        return trouble != null ? trouble : "its padder has not kept up";
    }

    @Override
    public @Nullable Throwable failure() {
        Throwable failure = padder().task.failure();
        return failure != null ? failure : padder().source.failure();
    }

    @Override
    public RunState state() {
        return openBlocks.state();
    }

    @Override
    public boolean isEnding() {
        return state() != RunState.RUNNING && !padder().task.hasEnded();
    }

    @Override
    public long issued() {
        return openBlocks.issued();
    }

    @Override
    public long available() {
        return openBlocks.left() + ring.size() * options.blockSize();
    }

    @Override
    public long oldestStamp() {
        return openBlocks.oldestStamp();
    }

    @Override
    public EngineMeter meter() {
        return meter;
    }
}
