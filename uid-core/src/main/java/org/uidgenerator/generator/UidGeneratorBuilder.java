package org.uidgenerator.generator;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes generators, and holds the options that all of them have. A builder is for one thread. Every option is checked
 * in {@link #build()}, and a generator keeps the options with which it was built.
 *
 * @param <B> the builder itself
 */
public abstract sealed class UidGeneratorBuilder<B extends UidGeneratorBuilder<B>>
        permits CachedUidGenerator.Builder, DefaultUidGenerator.Builder {
    final WorkerIdAssigner workerIdAssigner;
    UidLayout layout = UidLayout.DEFAULT;
    Duration maxBorrow = Duration.ofHours(24);
    String name = "uid-generator";
    InstantSource clock = InstantSource.system();
    ThreadFactory threadFactory = BackgroundThreads::newThread;
    NanoClock nanoClock = NanoClock.SYSTEM;

    UidGeneratorBuilder(WorkerIdAssigner workerIdAssigner) {
        this.workerIdAssigner = Objects.requireNonNull(workerIdAssigner, "workerIdAssigner");
    }

    abstract B self();

    /**
     * Sets how the bits of a UID are shared.
     *
     * @param layout the layout, default {@link UidLayout#DEFAULT}
     * @return this
     */
    public B layout(UidLayout layout) {
        this.layout = Objects.requireNonNull(layout, "layout");
        return self();
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be. A {@link CachedUidGenerator} borrows future ticks for
     * bursts, and hands out UIDs at the rate of the layout once it is at the limit. A {@link DefaultUidGenerator} is
     * ahead after the clock has been set back, or with {@link Overflow#BORROW}.
     *
     * @param maxBorrow in {@code [PT0S, P365000D]}, default 24 h
     * @return this
     */
    public B maxBorrow(Duration maxBorrow) {
        this.maxBorrow = Objects.requireNonNull(maxBorrow, "maxBorrow");
        return self();
    }

    /**
     * Sets the name that logs, exceptions and threads of the generator carry.
     *
     * @param name not blank, default {@code uid-generator}
     * @return this
     */
    public B name(String name) {
        this.name = Objects.requireNonNull(name, "name");
        return self();
    }

    /**
     * Sets the clock that decides which tick is claimed next. Uniqueness does not rest on it.
     *
     * @param clock the clock, default the system's; must be safe for use by several threads
     * @return this
     */
    public B clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return self();
    }

    /**
     * Sets what makes the generator's threads: the padder of a {@link CachedUidGenerator}, or the one that ends the
     * ticks of a {@link DefaultUidGenerator}, and where a store has to be asked, one for the first worker id, one for
     * the worker lease, and up to eight while additional worker ids are taken. They are named, made daemons, and given
     * the class loader of this library, whatever the factory says.
     *
     * @param threadFactory the factory of platform threads that are not started; the threads of the default one inherit
     *     no thread-locals
     * @return this
     */
    public B threadFactory(ThreadFactory threadFactory) {
        this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
        return self();
    }

    B nanoClock(NanoClock nanoClock) {
        this.nanoClock = nanoClock;
        return self();
    }

    /**
     * Takes a worker id and starts a generator. If the worker lease has no tick reserved yet, waits for its store, up
     * to five seconds.
     *
     * <p>An assigner that {@linkplain WorkerIdAssigner#asksStore() asks a store} is called on a thread of the
     * generator, which is interrupted with the caller. What the assigner throws has the stack of that thread; a
     * suppressed exception has that of the caller.
     *
     * @return a generator that is running
     * @throws IllegalArgumentException if an option is out of its range or the layout's, the layout's epoch is in the
     *     future, or the worker id does not fit the layout
     * @throws UidGenerateException if the layout's time bits are used up, no worker id is available, or the store
     *     reserves no tick (the cause is what it said)
     */
    public abstract ManagedUidGenerator build();

    /** Checks the common options that nothing else checks. */
    final void requireOptions() {
        layout.requireTimeFirst();
        OptionException.requireNotBlank("name", name);
    }

    final WatchedClock watchedClock() {
        return new WatchedClock(name, clock, nanoClock);
    }

    /** Returns the request for a worker id. */
    final LeaseRequest leaseRequest(TickClock tickClock) {
        return tickClock.timed(
                LeaseRequest.of(layout).withName(name).withMaxBorrow(maxBorrow).withClock(clock));
    }
}
