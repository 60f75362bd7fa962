package org.uidgenerator.engine;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The blocks that callers claim from, the ring that the next ones come from, and the line of the callers that find neither. */
final class OpenBlocks {
    /*
     * A caller claims from the stripe of its thread. If that is used up, it opens the next block of the ring there; if the ring
     * is empty or others wait already, it joins the line, which the padder serves.
     *
     * Why the UIDs that a thread gets ascend, although a call in the line gets one from a block that may be opened in the stripe
     * of another. Blocks come out of the ring in ascending order. A call joins under the lock of its stripe S, and S is empty
     * then. Until the call is served nobody opens a block in S: a caller does not while the line is not empty, and looks under
     * the same lock; the padder serves the line first. The padder takes the block before it serves from it. So what is opened
     * in S after that comes later out of the ring, and is higher.
     *
     * Why nobody waits beside a ring that has blocks. The call is in the line before it requests the padder, and the padder
     * serves as long as there are both. A request that it has seen already came before a look at the line that is still to come.
     */
    private final String name;
    private final BlockRing ring;
    final Stripe[] stripes;
    final WaitingLine line = new WaitingLine();
    private final LongAdder givenDirectly = new LongAdder();
    private volatile Predicate<UidBlock> isFresh = block -> false;
    private volatile RunState state = RunState.SUSPENDED;

    /** Makes stripes without open blocks; their number is a power of two. Nothing is opened before {@link #start}. */
    OpenBlocks(String name, BlockRing ring, int stripes, long step) {
        this.name = name;
        this.ring = ring;
        this.stripes = new Stripe[stripes];
        Arrays.setAll(this.stripes, i -> new Stripe(step));
    }

    /** The stripe of the calling thread. */
    Stripe stripe() {
        final Stripe[] stripes = this.stripes;
        return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)];
    }

    /**
     * Opens the next block in a stripe, unless there are UIDs or others wait.
     *
     * @return a UID that is the caller's alone, {@link BlockOpener#LOOK_AGAIN} or {@link BlockOpener#MUST_WAIT}
     * @throws org.uidgenerator.UidGenerateException if the generator does not run
     */
    long open(Stripe stripe) {
        stripe.lock.lock();
        try {
            state.requireRunning(name);
            if (stripe.hasLeft()) { // another caller has opened one
                return BlockOpener.LOOK_AGAIN;
            }
            UidBlock block = line.isEmpty() ? takeFresh() : null;
            if (block == null) {
                stripe.shortenOverrun();
                return BlockOpener.MUST_WAIT;
            }
            long uid = start(stripe, block);
            givenDirectly.increment(); // or others could use the block up before the one that has opened it
            stripe.open(uid + block.step(), block);
            return uid;
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Where the last block went stale, UIDs are in small demand: skipping some keeps their low bits from repeating. */
    private static long start(Stripe stripe, UidBlock block) {
        return stripe.isRetired() ? LowBits.scatter(block) : block.first();
    }

    private @Nullable UidBlock takeFresh() {
        Predicate<UidBlock> isFresh = this.isFresh;
        UidBlock block = ring.take();
        while (block != null && !isFresh.test(block)) {
            block = ring.take();
        }
        return block;
    }

    /**
     * Joins the line, unless there are UIDs now. The padder is to be requested after this.
     *
     * @return the place in the line, or null to look again
     * @throws org.uidgenerator.UidGenerateException if the generator does not run
     */
    @Nullable
    Waiter join(Stripe stripe, int wanted) {
        stripe.lock.lock();
        try {
            state.requireRunning(name);
            return stripe.hasLeft() ? null : line.join(stripe, wanted);
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Leaves the line without UIDs. Returns false if the call has been served or refused meanwhile. */
    boolean leave(Waiter waiter) {
        return line.leave(waiter);
    }

    /** Serves the line as far as the ring has blocks. For the padder. */
    void serveLine() {
        for (Waiter first = line.first(); first != null; first = line.first()) {
            Stripe stripe = first.stripe;
            stripe.lock.lock();
            try {
                if (state != RunState.RUNNING) {
                    return;
                }
                if (stripe.hasLeft()) { // the call has just given up, and others have opened a block since
                    line.leave(first);
                } else if (!serveLine(stripe)) {
                    return;
                }
            } finally {
                stripe.lock.unlock();
            }
        }
    }

    /** Serves the line from the next block, the rest of which is opened in the stripe. */
    private boolean serveLine(Stripe stripe) {
        UidBlock block = takeFresh(); // Order matters! Before the line is served: see above
        if (block == null) {
            return false;
        }
        long next = start(stripe, block);
        long given = line.serve(next, block);
        givenDirectly.add(given);
        stripe.open(next + given * block.step(), block);
        return true;
    }

    /** Retires the blocks that must not be handed out any more. For the padder. */
    void retireStale() {
        Predicate<UidBlock> isFresh = this.isFresh;
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                UidBlock block = stripe.block();
                if (block != null && !stripe.isRetired() && !isFresh.test(block)) {
                    stripe.retire();
                }
            } finally {
                stripe.lock.unlock();
            }
        }
    }

    RunState state() {
        return state;
    }

    /** Empties the ring, before the first {@link #start} and after {@link #stop}: the next blocks are of another source. */
    void clear(Predicate<UidBlock> isFresh) {
        while (ring.take() != null) {}
        this.isFresh = isFresh;
    }

    /** Lets callers open blocks again after {@link #stop}. */
    void start() {
        state = RunState.RUNNING;
    }

    /** Takes all UIDs away from the callers, and tells those that wait. */
    void stop(RunState to) {
        state = to; // Order matters! Before the stripes are visited: nobody opens a block or joins the line afterwards
        for (Stripe stripe : stripes) {
            stripe.lockAndRetire();
        }
        line.refuseAll(() -> to.refusal(name));
    }

    /** How many UIDs have been handed out. */
    long issued() {
        return sum(Stripe::issued) + givenDirectly.sum();
    }

    /** How many UIDs are left in the open blocks. */
    long left() {
        return sum(Stripe::left);
    }

    private long sum(ToLongFunction<Stripe> count) {
        return Arrays.stream(stripes).mapToLong(count).sum();
    }

    /** The lowest stamp of the blocks that have UIDs left, or -1. */
    long oldestStamp() {
        return Arrays.stream(stripes)
                .mapToLong(Stripe::stampOfLeft)
                .filter(stamp -> stamp >= 0)
                .min()
                .orElse(-1);
    }
}
