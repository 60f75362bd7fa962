package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * Hands out UIDs that were claimed ahead of demand. A padder keeps a ring full of the blocks of a {@link BlockSource};
 * callers claim from open blocks: a thread that calls often from one of its own, without an atomic operation.
 */
public final class UidBuffer extends Engine<BlockSource> {
    /*
     * A caller claims from the block that its thread owns, or else from the stripe of its thread.
     *
     *   shares a stripe ── opens a block there, and no other thread did before ──▶ owns a block
     *          ▲                                                                        │
     *          └── has not been back since the padder has retired the block ────────────┘
     *
     * The first thread owns its block at once. If it shared blocks before, HotSpot would take sharing for what callers do, and
     * compile it into their loops.
     *
     * The block that a thread owns is opened as one in its stripe would be; OwnedBlock says why a thread may fall back.
     *
     * Locks are taken in this order: a stripe's, then that of a block whose owner shared the stripe before, then that of the slots.
     */
    private final BufferOptions options;
    private final BackgroundThreads threads;
    final BlockRing ring;
    final Stripe[] stripes;
    private final int stripeBits;
    final OwnedBlocks owned;
    private volatile @Nullable BufferPaddingExecutor padder; // null until the first start only

    /** Makes an empty buffer with a padder thread of its own, which is to be started. */
    public UidBuffer(BufferOptions options) {
        this(
                options,
                new BackgroundThreads(options.name() + "-padder", 1, options.nanoClock(), options.threadFactory()));
    }

    /**
     * Makes an empty buffer whose padder shares threads with others, which is to be started.
     *
     * @param threads do nothing that waits for a store
     */
    public UidBuffer(BufferOptions options, BackgroundThreads threads) {
        super(options.name(), options.takeHandler(), options.nanoClock());
        this.options = options;
        this.threads = threads;
        ring = new BlockRing(options.capacity());
        stripes = new Stripe[options.stripes()];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(options.increment());
        }
        stripeBits = Integer.numberOfTrailingZeros(stripes.length);
        owned = new OwnedBlocks(options.owners());
    }

    /** Fills the ring, starts the padder and lets callers in. */
    @Override
    public void start(BlockSource source) {
        BufferPaddingExecutor next = new BufferPaddingExecutor(options, ring, source, this, threads);
        while (ring.take() != null) {} // of the source before
        supplyFrom(source);
        padder = next; // Order matters! Before it fills: a source that gets blocks later requests another refill
        boolean started = false;
        try {
            next.startFull();
            letCallersIn();
            started = true;
        } finally {
            if (!started) {
                next.task.close(Duration.ZERO);
            }
        }
    }

    @Override
    public boolean stop(RunState to, Duration longestWait) {
        stop(to);
        BackgroundTask task = padder().task;
        return task.close(longestWait) || task.isCurrent();
    }

    /** Where callers find the blocks that their threads own: for {@link OwnedBlocks#claimAtHome}. */
    public @Nullable OwnedBlock[] slots() {
        return owned.slots;
    }

    /**
     * Empties the ring, so that no thread opens what is there after it was looked at. While the padder is at work, what
     * it takes from the source is not known.
     */
    @Override
    public long greatestFreshnessOpened() {
        List<UidBlock> unopened = isEnding() ? List.of() : takeUnopened();
        return unopened.isEmpty() ? Long.MAX_VALUE : unopened.get(0).freshness();
    }

    /** Takes the blocks that were never opened, in ascending order. After {@link #stop}. */
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
        return next(Thread.currentThread(), owned.slots, 1);
    }

    /**
     * As {@link #next()}, after {@link OwnedBlocks#claimAtHome}. With an argument less, C2 keeps on the stack what the
     * loop around the call needs, and loads it for each UID.
     *
     * @param caller the calling thread
     * @param slots those of this buffer
     * @param wanted how many UIDs are wanted: one
     */
    public long next(Thread caller, @Nullable OwnedBlock[] slots, int wanted) {
        OwnedBlock own = owned.of(caller, slots);
        long uid = own != null ? own.claim() : stripeOf(caller).claim();
        return uid >= 0 ? uid : handOut.first(wanted);
    }

    @Override
    OpenBlock place() {
        Thread caller = Thread.currentThread();
        OwnedBlock own = owned.of(caller, owned.slots);
        return own != null ? own : stripeOf(caller);
    }

    private Stripe stripeOf(Thread thread) {
        return stripes[ThreadHash.indexOf(thread, stripeBits)];
    }

    @Override
    Stream<OpenBlock> places() {
        return Stream.concat(Arrays.stream(stripes), owned.all().stream());
    }

    @Override
    void visit(Consumer<OpenBlock> action) {
        for (Stripe stripe : stripes) {
            locked(stripe.lock, () -> action.accept(stripe));
        }
        for (OwnedBlock own : owned.all()) { // Order matters! After the stripes, under whose locks slots are filled
            locked(own.stripe.lock, () -> locked(own.lock, () -> action.accept(own)));
        }
    }

    private static void locked(ReentrantLock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    long open() {
        long uid = super.open();
        padder().requestIfNeeded();
        return uid;
    }

    /** Takes the oldest block of the ring. */
    @Override
    @Nullable
    UidBlock supply(long floor) {
        BlockSource source = source();
        UidBlock block = ring.take();
        while (block != null && (block.last() <= floor || !source.isFresh(block))) {
            block = ring.take();
        }
        return block;
    }

    /** Those at the place, if there are other blocks for the others. */
    @Override
    Predicate<Waiter> servedWith(OpenBlock place) {
        boolean isLast = ring.size() == 0 && !padder().hasMore();
        return isLast ? super.servedWith(place) : call -> call.place == place;
    }

    @Override
    long firstUid(OpenBlock place, UidBlock block) {
        return place.isRetired() ? source().firstUid(block) : block.first();
    }

    @Override
    void openRest(OpenBlock place, long firstUid, UidBlock block) {
        OpenBlock next = placeOfNext(place);
        next.lock.lock();
        try {
            next.open(firstUid, block);
        } finally {
            next.lock.unlock();
        }
    }

    /** Returns a place that the calling thread owns if no other one has opened the block before. The lock is held. */
    private OpenBlock placeOfNext(OpenBlock place) {
        Thread caller = Thread.currentThread();
        if (place instanceof Stripe stripe && stripe.isOpenedOnlyBy(caller) && !VirtualThreads.contains(caller)) {
            OwnedBlock own = owned.add(caller, stripe);
            return own != null ? own : stripe;
        }
        return place;
    }

    @Override
    void offerRest(OpenBlock place, long firstUid, UidBlock block) {
        place.offer(firstUid, block);
    }

    /** As {@link Engine#retireIfStale}. Takes back the slots of threads that need none. */
    @Override
    void retireIfStale(OpenBlock place) {
        if (place instanceof OwnedBlock own && isNeededNoMore(own)) {
            takeBack(own);
        } else {
            super.retireIfStale(place);
        }
    }

    private static boolean isNeededNoMore(OwnedBlock own) {
        return own.isAbandoned() || (own.isQuiet() && !own.stripe.hasLeftBelow(own.block()));
    }

    @Override
    void retireForGood(OpenBlock place) {
        if (place instanceof OwnedBlock own) {
            takeBack(own);
        } else {
            place.retire();
        }
    }

    /** Takes a slot back. Both locks held. */
    private void takeBack(OwnedBlock own) {
        own.vacate();
        if (owned.remove(own)) { // or another thread has taken it back
            own.stripe.addIssued(own.issued());
        }
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

    /** What fills the ring, or did last. */
    BufferPaddingExecutor padder() {
        return Objects.requireNonNull(padder, "padder");
    }

    @Override
    public RingBuffer ring() {
        return ring;
    }

    @Override
    String describeTrouble() {
        Throwable failure = padder().task.failure();
        if (failure != null) {
            return "its ring is not refilled: " + failure.getMessage();
        }
        String trouble = source().trouble();
        return trouble != null ? trouble : "its padder has not kept up";
    }

    @Override
    public @Nullable Throwable failure() {
        Throwable failure = padder().task.failure();
        return failure != null ? failure : source().failure();
    }

    @Override
    public boolean isEnding() {
        return state() != RunState.RUNNING && !padder().task.hasEnded();
    }

    /** Counts under the stripe's lock, because slots are filled and taken back under it. */
    @Override
    long issuedInPlaces() {
        return Arrays.stream(stripes).mapToLong(this::issuedBySharers).sum();
    }

    private long issuedBySharers(Stripe stripe) {
        stripe.lock.lock();
        try {
            return owned.all().stream()
                    .filter(own -> own.stripe == stripe)
                    .mapToLong(OpenBlock::issued)
                    .reduce(stripe.issued(), Long::sum);
        } finally {
            stripe.lock.unlock();
        }
    }

    @Override
    public long available() {
        return super.available() + ring.left();
    }
}
