package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.NanoClock;

/**
 * Hands out the UIDs of a source: from open blocks, which callers claim from at their places, and to the line of the
 * callers that find no UID there. A subclass says which places there are, and supplies the next block.
 *
 * <p>May be started, stopped and started again, by one thread at a time; everything else that is public may be called
 * from any thread.
 *
 * @param <S> what it asks for blocks
 */
public abstract class Engine<S extends BlockSource> {
    /*
     * A caller claims from the open block of its place. If that is used up, it opens the next block there; if the supply has
     * none now or others wait already, it joins the line, which the engine's thread serves.
     *
     * Why a block is not for the whole line if there are others. Waking a thread takes as long as handing out thousands of UIDs. If
     * all calls got one UID each of a block whose rest is for the first, all threads but one would be back in the line at once,
     * and the engine's thread would have no time to make blocks: 64 threads made 15 million UIDs a second instead of 260.
     *
     * Why the UIDs that a thread gets ascend, although a call in the line gets one from a block that may be opened in the place
     * of another. Blocks are supplied in ascending order, unless a source goes back, which costs the order of what it gives. A
     * call joins under the lock of its place P, and P is empty then. Until the call is served no thread opens a block in P: a
     * caller does not while the line is not empty, and looks under the same lock; the engine's thread serves the line first. It
     * takes the block before it serves from it. So what is opened in P after that is supplied later, and is higher. What was
     * opened in P before was supplied before: the thread serves from a block only calls that had joined before it took the block.
     *
     * Why P is still empty when the line is served for it. The thread looks under the lock of P whether the call is the first
     * in the line, as it was without the lock. If so, the line has not been empty since the call joined.
     *
     * Why no call that begins after advancePast() gets a UID that is not above the floor. The floor is raised before the places are
     * visited. Opening a block reads it once, under the lock of the place. So a block is either opened above the floor, or before
     * the visit, which retires it if it reaches that low. Only after the visit is the UID passed, for other calls of advancePast()
     * to see that they have nothing to do.
     *
     * Why no call waits beside a supply that has blocks. The call is in the line before it requests the thread, and the thread
     * serves as long as there are both. A request that it has seen already came before a look at the line that is still to come.
     */
    final String name;

    /** The counts so far. */
    public final EngineMeter meter = new EngineMeter();

    final WaitingLine line = new WaitingLine();
    final HandOut handOut;
    private final LongAdder issuedElsewhere = new LongAdder();
    private final AtomicLong floor = new AtomicLong(-1);
    private final AtomicLong passed = new AtomicLong(-1);
    private volatile @Nullable S source; // null until the first start only
    private volatile RunState state = RunState.SUSPENDED;

    /**
     * Makes places without open blocks. Nothing is opened before {@link #letCallersIn}.
     *
     * @param handler what calls do that have to wait
     */
    Engine(String name, RejectedTakeBufferHandler handler, NanoClock nanoClock) {
        this.name = name;
        handOut = new HandOut(this, handler, nanoClock);
    }

    /**
     * Lets callers take UIDs.
     *
     * @param source of blocks above all those of the source before
     */
    public abstract void start(S source);

    /**
     * Takes all UIDs away from the callers and refuses those that wait. The source is asked for no block after that.
     *
     * @param to suspended or closed
     * @param longestWait how long to wait for what is under way
     * @return whether it has ended in that time, or the caller is part of it
     */
    public abstract boolean stop(RunState to, Duration longestWait);

    /**
     * {@return a freshness that is not exceeded by any UID that was handed out, as far as known after {@link #stop}:
     * the freshness of the first block that was never opened; {@link Long#MAX_VALUE} if each block may have been
     * opened}
     */
    public abstract long greatestFreshnessOpened();

    /** Returns whether something that was stopped is still under way. */
    public abstract boolean isEnding();

    /**
     * Signals that the source may have blocks now that it did not have before. Cheap where that has been signalled
     * already.
     */
    public abstract void wake();

    /**
     * Returns the next UID.
     *
     * @throws UidGenerateException if there is none in time, or the generator does not run
     */
    public abstract long next();

    /** The ring that blocks come from: of capacity 0 if there is none. */
    public abstract RingBuffer ring();

    /** Returns why no block can be made, or null if nothing is known to be wrong. */
    public abstract @Nullable Throwable failure();

    /** Returns the place in which the calling thread claims. */
    abstract OpenBlock place();

    abstract Stream<OpenBlock> places();

    /** Does something with each place, with its lock held: also with each that is added meanwhile. */
    abstract void visit(Consumer<OpenBlock> action);

    /**
     * Returns how many UIDs have been handed out in places, and not to the caller that opened a block or waited for
     * one.
     */
    abstract long issuedInPlaces();

    /**
     * Supplies the next block that is fresh and has UIDs above a floor, or null if there is none now. The lock of a
     * place is held.
     */
    abstract @Nullable UidBlock supply(long floor);

    /** Returns the UID of a block to hand out first if it is opened in a place. Lock held. */
    abstract long firstUid(OpenBlock place, UidBlock block);

    /** Opens what is left of a block for the caller that has found a place empty and has the UID before. Lock held. */
    abstract void openRest(OpenBlock place, long firstUid, UidBlock block);

    /** Returns which of the calls that wait are served from a block whose rest is for a place. Lock held. */
    Predicate<Waiter> servedWith(OpenBlock place) {
        return call -> true;
    }

    /**
     * As {@link #openRest}, after calls in the line have been served from the block, the first of them at the place.
     */
    void offerRest(OpenBlock place, long firstUid, UidBlock block) {
        openRest(place, firstUid, block);
    }

    /** Returns, for the message of an exception, why there is no block. */
    abstract String describeTrouble();

    /**
     * Returns the next UID, or none if a handler gives up.
     *
     * @throws UidGenerateException if there will be none, or the generator does not run
     */
    public final OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        return handOut.tryNext(handler);
    }

    /**
     * Claims consecutive UIDs.
     *
     * @param atMost how many are wanted, at least one
     * @return as many of them as one block has: at least one
     * @throws UidGenerateException as for {@link #next()}
     */
    public final UidRange claim(int atMost) {
        return handOut.claim(atMost);
    }

    /**
     * Opens the next block in the place of the calling thread, unless there are UIDs now, no block is ready, or others
     * wait.
     *
     * @return a UID that is the caller's alone, or a negative number if no block was opened
     * @throws UidGenerateException if the generator does not run, or there will be no block
     */
    long open() {
        return open(place());
    }

    final long open(OpenBlock place) {
        place.lock.lock();
        try {
            long floor = floor();
            UidBlock block = hasLeft(place) || !line.isEmpty() ? null : supply(floor);
            if (block == null) {
                return OpenBlock.NONE;
            }
            long uid = start(place, block, floor);
            issuedElsewhere.increment(); // or others could use the block up before the one that has opened it
            openRest(place, uid + block.increment(), block);
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
        return Math.max(firstUid(place, block), block.firstAbove(floor));
    }

    /**
     * Joins the line of waiting calls, unless there are UIDs now.
     *
     * @param wanted how many UIDs are wanted
     * @return the place in the line, or null to look again
     * @throws UidGenerateException if the generator does not run
     */
    final @Nullable Waiter join(int wanted) {
        Waiter waiter = join(place(), wanted);
        if (waiter != null) {
            wake(); // Order matters! After the call is in the line
        }
        return waiter;
    }

    /** Joins the line without a request to serve it. */
    final @Nullable Waiter join(OpenBlock place, int wanted) {
        place.lock.lock();
        try {
            return hasLeft(place) ? null : line.join(place, wanted);
        } finally {
            place.lock.unlock();
        }
    }

    /** Serves the line as far as there are blocks. For the engine's thread. */
    final void serveLine() {
        for (Waiter first = line.first(); first != null; first = line.first()) {
            OpenBlock place = first.place;
            place.lock.lock();
            try {
                if (state != RunState.RUNNING) {
                    return;
                }
                if (first == line.first() && !serveLine(place)) { // or it has just given up
                    return;
                }
            } finally {
                place.lock.unlock();
            }
        }
    }

    /** Refuses the calls that wait if the source says so. For the engine's thread. */
    final void refuseLine() {
        line.refuseWhile(source()::refusal);
    }

    /** Serves the line from the next block, the rest of which is for a place. */
    private boolean serveLine(OpenBlock place) {
        long joined = line.joined(); // Order matters! Before the block is taken, which is before the line is served
        long floor = floor();
        UidBlock block = supply(floor);
        if (block == null) {
            return false;
        }
        long next = start(place, block, floor);
        long given = line.serve(next, block, joined, servedWith(place));
        issuedElsewhere.add(given);
        offerRest(place, next + given * block.increment(), block);
        return true;
    }

    /** Retires the blocks that must not be handed out any more. For the engine's thread. */
    final void retireStale() {
        visit(this::retireIfStale);
    }

    /** Retires the open block of a place if it must not be handed out any more. Lock held. */
    void retireIfStale(OpenBlock place) {
        UidBlock block = place.block();
        if (block != null && place.hasLeft() && !source().isFresh(block)) {
            retireStale(place);
        }
    }

    /** Retires an open block that must not be handed out any more. Lock held. */
    void retireStale(OpenBlock place) {
        place.retire();
    }

    /**
     * Hands out only UIDs above this one to calls that begin after this one has returned, also if it is stopped and
     * started in between. Blocks that are open and not above it are retired.
     */
    public final void advancePast(long uid) {
        floor.accumulateAndGet(uid, Math::max); // Order matters! Before the places are visited: see above
        visit(this::retireUpToFloor);
        passed.accumulateAndGet(uid, Math::max); // Order matters! After the places were visited
    }

    private void retireUpToFloor(OpenBlock place) {
        long floor = floor();
        if (place.hasLeftUpTo(floor)) {
            retireUpTo(place, floor);
        }
    }

    /** Retires an open block that is not above a UID; what is left of it above that may be opened again. Lock held. */
    void retireUpTo(OpenBlock place, long uid) {
        place.retire();
    }

    /** The UID above which blocks are opened, or -1. */
    final long floor() {
        return floor.get();
    }

    /**
     * Returns the greatest UID that was advanced past, or -1: no call that begins from now on gets one that is not
     * above it.
     */
    public final long passed() {
        return passed.get();
    }

    /** Returns where blocks come from now, or came from last. */
    final S source() {
        return Objects.requireNonNull(source, "source");
    }

    /** Takes blocks from another source, before the first {@link #letCallersIn} and after {@link #stop(RunState)}. */
    final void supplyFrom(S source) {
        this.source = source;
    }

    final void letCallersIn() {
        state = RunState.RUNNING;
    }

    /** Takes all UIDs away from the callers, and refuses those that wait. */
    final void stop(RunState to) {
        state = to; // Order matters! Before the places are visited: no call opens a block or joins the line afterwards
        visit(this::retireForGood);
        line.refuseWhile(() -> to.refusal(name));
    }

    /** Retires an open block because the generator stops. Lock held. */
    void retireForGood(OpenBlock place) {
        place.retire();
    }

    public final RunState state() {
        return state;
    }

    public final long issued() {
        return issuedInPlaces() + issuedElsewhere.sum();
    }

    public int waiting() {
        return line.size();
    }

    /** How many UIDs are buffered: in the ring and in open blocks. */
    public long available() {
        return places().mapToLong(OpenBlock::left).sum();
    }

    /** The freshness of the stalest open block that has UIDs left, or -1. */
    public final long leastFreshness() {
        return places().mapToLong(OpenBlock::freshnessOfLeft)
                .filter(freshness -> freshness >= 0)
                .min()
                .orElse(-1);
    }
}
