package org.uidgenerator.engine;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that callers claim from, the ring that the next ones come from, and the line of the callers that find
 * neither.
 */
final class OpenBlocks {
    /*
     * A caller claims from the block that its thread owns, or else from the stripe of its thread. If that is used up, it opens
     * the next block of the ring there; if the ring is empty or others wait already, it joins the line, which the padder serves.
     *
     *   shares a stripe ── opens two blocks there, one after the other ──▶ owns a block
     *          ▲                                                                 │
     *          └── has not been back since the padder has retired the block ─────┘
     *
     * Why the UIDs that a thread gets ascend, although a call in the line gets one from a block that may be opened in the place
     * of another. Blocks come out of the ring in ascending order. A call joins under the lock of its place P, and P is empty
     * then. Until the call is served nobody opens a block in P: a caller does not while the line is not empty, and looks under
     * the same lock; the padder serves the line first. The padder takes the block before it serves from it. So what is opened
     * in P after that comes later out of the ring, and is higher. What was opened in P before came out of the ring before: the
     * padder serves from a block only calls that had joined before it took the block. The block that a thread owns is opened as P
     * would be in its place; OwnedBlock says why a thread may fall back to its stripe.
     *
     * Why nobody who begins after advancePast() gets a UID that is not above the floor. The floor is raised before the places are
     * visited. Opening a block reads it once, under the lock of the place. So a block is either opened above the floor, or before
     * the visit, which retires it if it reaches that low. Only after the visit is the UID passed, for other calls of advancePast()
     * to see that they have nothing to do.
     *
     * Why nobody waits beside a ring that has blocks. The call is in the line before it requests the padder, and the padder
     * serves as long as there are both. A request that it has seen already came before a look at the line that is still to come.
     *
     * Locks are taken in this order: a stripe's, then that of a block whose owner shared the stripe before, then that of the slots.
     */
    private final String name;
    private final BlockRing ring;
    final Stripe[] stripes;
    private final int stripeBits;
    final OwnedBlocks owned;
    final WaitingLine line = new WaitingLine();
    private final LongAdder issuedElsewhere = new LongAdder();
    private final AtomicLong floor = new AtomicLong(-1);
    private final AtomicLong passed = new AtomicLong(-1);
    private volatile @Nullable BlockSource source; // null until the first start only
    private volatile RunState state = RunState.SUSPENDED;

    /**
     * Makes places without open blocks. Nothing is opened before {@link #start}.
     *
     * @param stripes how many, a power of two
     * @param owned where the blocks are that threads own
     */
    OpenBlocks(String name, BlockRing ring, int stripes, OwnedBlocks owned, long step) {
        this.name = name;
        this.ring = ring;
        this.stripes = new Stripe[stripes];
        Arrays.setAll(this.stripes, i -> new Stripe(step));
        stripeBits = Integer.numberOfTrailingZeros(stripes);
        this.owned = owned;
    }

    /** Where the calling thread claims. */
    OpenBlock place() {
        Thread caller = Thread.currentThread();
        OwnedBlock own = owned.of(caller);
        return own != null ? own : stripeOf(caller);
    }

    Stripe stripeOf(Thread thread) {
        return stripes[ThreadHash.indexOf(thread, stripeBits)];
    }

    /**
     * Opens the next block in the place of the calling thread, unless there are UIDs now, the ring is empty or others
     * wait.
     *
     * @return a UID that is the caller's alone, or a negative number if no block was opened
     * @throws org.uidgenerator.UidGenerateException if the generator does not run
     */
    long open(OpenBlock place) {
        place.lock.lock();
        try {
            long floor = floor();
            UidBlock block = hasLeft(place) || !line.isEmpty() ? null : takeFresh(floor);
            if (block == null) {
                return OpenBlock.NONE;
            }
            long uid = start(place, block, floor);
            issuedElsewhere.increment(); // or others could use the block up before the one that has opened it
            open(placeOfNext(place), uid + block.step(), block);
            return uid;
        } finally {
            place.lock.unlock();
        }
    }

    /** Returns whether a caller that has found no UID is to look again. Lock held. */
    private boolean hasLeft(OpenBlock place) {
        state.requireRunning(name);
        return !place.foundNone() || place.hasLeft();
    }

    private long start(OpenBlock place, UidBlock block, long floor) {
        long first = place.isRetired() ? source().firstUid(block) : block.first();
        return Math.max(first, block.firstAbove(floor));
    }

    private BlockSource source() {
        return Objects.requireNonNull(source, "source");
    }

    /** Takes the next block that has UIDs above a floor. */
    private @Nullable UidBlock takeFresh(long floor) {
        BlockSource source = source();
        UidBlock block = ring.take();
        while (block != null && (block.last() <= floor || !source.isFresh(block))) {
            block = ring.take();
        }
        return block;
    }

    /** Returns a place that the calling thread owns if it has opened the block before as well. The lock is held. */
    private OpenBlock placeOfNext(OpenBlock place) {
        Thread caller = Thread.currentThread();
        if (place instanceof Stripe stripe && stripe.isOpenedAgainBy(caller) && !VirtualThreads.contains(caller)) {
            OwnedBlock own = owned.add(caller, stripe);
            return own != null ? own : stripe;
        }
        return place;
    }

    private static void open(OpenBlock place, long firstUid, UidBlock block) {
        place.lock.lock();
        try {
            place.open(firstUid, block);
        } finally {
            place.lock.unlock();
        }
    }

    /**
     * Joins the line, unless there are UIDs now. The padder is to be requested after this.
     *
     * @return the place in the line, or null to look again
     * @throws org.uidgenerator.UidGenerateException if the generator does not run
     */
    @Nullable
    Waiter join(OpenBlock place, int wanted) {
        place.lock.lock();
        try {
            return hasLeft(place) ? null : line.join(place, wanted);
        } finally {
            place.lock.unlock();
        }
    }

    /** Leaves the line without UIDs. Returns false if the call has been served or refused meanwhile. */
    boolean leave(Waiter waiter) {
        return line.leave(waiter);
    }

    /** Serves the line as far as the ring has blocks. For the padder. */
    void serveLine() {
        for (Waiter first = line.first(); first != null; first = line.first()) {
            OpenBlock place = first.place;
            place.lock.lock();
            try {
                if (state != RunState.RUNNING) {
                    return;
                }
                if (place.hasLeft()) { // the call has just given up, and others have opened a block since
                    line.leave(first);
                } else if (!serveLine(place)) {
                    return;
                }
            } finally {
                place.lock.unlock();
            }
        }
    }

    /** Serves the line from the next block, the rest of which is for a place. */
    private boolean serveLine(OpenBlock place) {
        long joined =
                line.joined(); // Order matters! Before the block is taken, which is before the line is served: see
        // above
        long floor = floor();
        UidBlock block = takeFresh(floor);
        if (block == null) {
            return false;
        }
        long next = start(place, block, floor);
        long given = line.serve(next, block, joined);
        issuedElsewhere.add(given);
        place.offer(next + given * block.step(), block);
        return true;
    }

    /**
     * Retires the blocks that must not be handed out any more, and takes back the slots of threads that need none. For
     * the padder.
     */
    void retireStale() {
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                retireIfStale(stripe);
            } finally {
                stripe.lock.unlock();
            }
        }
        owned.all().forEach(own -> locked(own, this::retireOrTakeBack));
    }

    private static void locked(OwnedBlock own, Consumer<OwnedBlock> action) {
        own.stripe.lock.lock();
        own.lock.lock();
        try {
            action.accept(own);
        } finally {
            own.lock.unlock();
            own.stripe.lock.unlock();
        }
    }

    private void retireOrTakeBack(OwnedBlock own) {
        if (own.isAbandoned() || (own.isQuiet() && !own.stripe.hasLeftBelow(own.block()))) {
            takeBack(own);
        } else {
            retireIfStale(own);
        }
    }

    /** Takes a slot back. Both locks held. */
    private void takeBack(OwnedBlock own) {
        own.vacate();
        if (owned.remove(own)) { // or another thread has taken it back
            own.stripe.addIssued(own.issued());
        }
    }

    private void retireIfStale(OpenBlock place) {
        UidBlock block = place.block();
        if (block != null && place.hasLeft() && !source().isFresh(block)) {
            place.retire();
        }
    }

    /** Makes sure that no call that begins from now on gets a UID that is not above this one. */
    void advancePast(long uid) {
        floor.accumulateAndGet(uid, Math::max); // Order matters! Before the places are visited: see above
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                retireUpToFloor(stripe);
            } finally {
                stripe.lock.unlock();
            }
        }
        owned.all()
                .forEach(own ->
                        locked(own, this::retireUpToFloor)); // after the stripes, under whose locks slots are filled
        passed.accumulateAndGet(uid, Math::max); // Order matters! After the places were visited
    }

    private void retireUpToFloor(OpenBlock place) {
        if (place.hasLeftUpTo(floor())) {
            place.retire();
        }
    }

    /** The UID above which blocks are opened, or -1. */
    long floor() {
        return floor.get();
    }

    /** The greatest UID that was advanced past, or -1. */
    long passed() {
        return passed.get();
    }

    RunState state() {
        return state;
    }

    /**
     * Empties the ring, before the first {@link #start} and after {@link #stop}: the next blocks are of another source.
     */
    void clear(BlockSource source) {
        while (ring.take() != null) {}
        this.source = source;
    }

    /** Lets callers open blocks again after {@link #stop}. */
    void start() {
        state = RunState.RUNNING;
    }

    /** Takes all UIDs away from the callers, and tells those that wait. */
    void stop(RunState to) {
        state = to; // Order matters! Before the places are visited: nobody opens a block or joins the line afterwards
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                stripe.retire();
            } finally {
                stripe.lock.unlock();
            }
        }
        owned.all()
                .forEach(own -> locked(own, this::takeBack)); // after the stripes, under whose locks slots are filled
        line.refuseAll(() -> to.refusal(name));
    }

    /** How many UIDs have been handed out. */
    long issued() {
        return Arrays.stream(stripes).mapToLong(this::issuedBySharers).sum() + issuedElsewhere.sum();
    }

    /** Counts under the stripe's lock, because slots are filled and taken back under it. */
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

    /** How many UIDs are left in the open blocks. */
    long left() {
        return places().mapToLong(OpenBlock::left).sum();
    }

    private Stream<OpenBlock> places() {
        return Stream.concat(Arrays.stream(stripes), owned.all().stream());
    }

    /** The lowest stamp of the blocks that have UIDs left, or -1. */
    long oldestStamp() {
        return places().mapToLong(OpenBlock::stampOfLeft)
                .filter(stamp -> stamp >= 0)
                .min()
                .orElse(-1);
    }
}
