package org.uidgenerator.impl;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.UidBlock;
import org.uidgenerator.worker.WorkerLease;

/** Opens the ticks of a {@link DefaultUidGenerator}, one after the other, and ends them. */
final class TickOpener {
    /*
     * The open tick is a block that all callers count through, and the course says which comes next. What happens to it:
     *
     *   open    the first caller that finds it used up or retired has the next one chosen and reserves it, with no lock held
     *           because the lease may have to ask its store, and opens it if nothing has changed meanwhile
     *   check   retires it when the clock shows another tick, as the course has it; one chain of alarms per tick, which ends
     *           with it, so a generator that nobody uses falls silent
     *   stop    retires it, and outdates what was chosen
     *
     * The blocks of one stripe ascend. A block that does not, because the course goes back, is opened in a fresh stripe, of
     * which the callers learn after that. No stripe but the latest has UIDs left: who still uses an older one finds it used up
     * or retired, and comes here.
     */

    /** No time to wait: there may be UIDs now. */
    static final long LOOK_AGAIN = 0;

    private static final long LONGEST_UNCHECKED_MILLIS = 250;

    private final UidLayout layout;
    private final TickClock clock;
    private final Waiting waiting;
    private final Alarm alarm;
    private final SequenceStart sequenceStart;
    private final LeasedTicks ticks;
    private final GeneratorMeter meter;
    private final Consumer<Stripe> callers;

    /** All stripes share it. It guards the fields below, and what is in them. */
    private final ReentrantLock lock;

    private final Course course;
    private Stripe stripe;
    private boolean stopped;

    /**
     * Makes an opener.
     *
     * @param stripe where the first tick is opened
     * @param callers who are told of each stripe that takes the place of the one before
     */
    TickOpener(
            DefaultUidGenerator.Builder options,
            Course course,
            LeasedTicks ticks,
            GeneratorMeter meter,
            Stripe stripe,
            Consumer<Stripe> callers) {
        layout = options.layout;
        clock = course.clock;
        waiting = options.waiting;
        alarm = options.alarm;
        sequenceStart = options.sequenceStart;
        this.ticks = ticks;
        this.meter = meter;
        this.callers = callers;
        lock = stripe.lock;
        this.course = course;
        this.stripe = stripe;
    }

    /**
     * Opens the next tick if its time has come.
     *
     * @return how long to wait until the next try, in nanoseconds, or {@link #LOOK_AGAIN}
     * @throws org.uidgenerator.UidGenerateException if the course, the time bits or the lease do not allow it
     */
    long open() {
        return ticks.underLease(this::open);
    }

    private long open(WorkerLease lease) {
        long nanoTime = waiting.nanoTime();
        Opening opening;
        lock.lock();
        try {
            if (stopped || ticks.lease() != lease || stripe.hasLeft()) {
                return LOOK_AGAIN;
            }
            stripe.shortenOverrun();
            opening = course.next(lease, nanoTime);
            if (opening == null) {
                return course.nanosUntilNext(nanoTime);
            }
        } finally {
            lock.unlock();
        }
        if (!ticks.reserve(opening.tick(), lease)) {
            return clock.nanosUntilNextTick();
        }
        lock.lock();
        try {
            if (course.isNext(opening)) {
                open(opening, lease, nanoTime);
            }
            return LOOK_AGAIN;
        } finally {
            lock.unlock();
        }
    }

    private void open(Opening opening, WorkerLease lease, long nanoTime) {
        UidBlock block = block(opening, lease.workerId());
        if (stripe.isBelow(block)) {
            stripe.open(block.first(), block);
        } else {
            stripe = new Stripe(stripe);
            stripe.open(block.first(), block);
            callers.accept(stripe); // Order matters! After the block is open, or they would be back at once
        }
        course.opened(opening, nanoTime);
        checkLater();
        meter.refilled(waiting.nanoTime() - nanoTime);
    }

    private UidBlock block(Opening opening, long workerId) {
        long first = layout.encode(opening.tick(), workerId, opening.firstSequence());
        long last = layout.encode(opening.tick(), workerId, opening.lastSequence());
        long skipped =
                sequenceStart.skipped(first, sequenceOf(stripe.lastUid()), !stripe.isRetired(), opening.skipRange());
        return new UidBlock(first + skipped * stripe.step, last, stripe.step);
    }

    private long sequenceOf(long uid) {
        return (uid / stripe.step) & layout.maxSequence();
    }

    private void checkLater() {
        long number = course.number();
        long untilNextTick = Math.max(1, clock.millisAhead(course.last + 1));
        alarm.in(TimeUnit.MILLISECONDS.toNanos(Math.min(untilNextTick, LONGEST_UNCHECKED_MILLIS)), () -> check(number));
    }

    /** Ends a tick whose time is over, or that must not be stamped any more. */
    private void check(long number) {
        lock.lock();
        try {
            if (course.number() != number) {
                return;
            }
            if (course.mustLeave(clock.currentTick()) || ticks.isRevoked()) {
                long rest = stripe.retire();
                if (rest >= 0) {
                    course.leave(sequenceOf(rest));
                }
            } else {
                checkLater();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The tick opened last, or -1. */
    long lastTick() {
        return course.last;
    }

    /**
     * Opens no tick any more, and takes the open one away.
     *
     * @return the highest tick that was opened, or -1
     */
    long stop() {
        lock.lock();
        try {
            stopped = true;
            stripe.retire();
            course.end();
            return course.highest;
        } finally {
            lock.unlock();
        }
    }

    /** Opens ticks again after it was stopped. */
    void goOn() {
        lock.lock();
        try {
            stopped = false;
        } finally {
            lock.unlock();
        }
    }
}
