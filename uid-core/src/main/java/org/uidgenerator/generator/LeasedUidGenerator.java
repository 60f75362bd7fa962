package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.Lifecycle;

/** What the generators have in common: all but {@link #getUID()}, the hot method, which each has for itself. */
abstract sealed class LeasedUidGenerator implements ManagedUidGenerator
        permits CachedUidGenerator, DefaultUidGenerator {
    // No method is final: the compiler then repeats them in the public classes, where reflection may call them.

    private final String name;
    private final UidLayout layout;
    private final Engine<?> engine;
    private final Lifecycle<? extends LeasedRun<?>> lifecycle;
    private final Advancer advancer;

    /** For containers that make beans by reflection: the message names the class to use instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    LeasedUidGenerator(Class<?> generator) {
        String name = generator.getSimpleName();
        throw new UnsupportedOperationException(
                name + " is made by its builder; in Spring XML the class of the bean is org.uidgenerator.spring." + name
                        + "FactoryBean");
    }

    /**
     * Starts a generator.
     *
     * @param <S> the blocks that ticks are cut into
     * @param options of all generators
     * @param clock decides which ticks may be claimed
     * @param engine hands out the UIDs
     * @param first what works from now on
     */
    <S extends BlockSource> LeasedUidGenerator(
            UidGeneratorBuilder<?> options, TickClock clock, Engine<S> engine, LeasedRun<S> first) {
        name = options.name;
        layout = options.layout;
        this.engine = engine;
        lifecycle = new Lifecycle<LeasedRun<S>>(name, engine::state, first);
        advancer = new Advancer(name, layout, clock, options.nanoClock, engine, lifecycle::run);
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        return engine.tryNext(RejectedTakeBufferHandler.waitFor(timeout));
    }

    @Override
    public UidRange claim(int atMost) {
        return engine.claim(atMost);
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    @Override
    public void advancePast(long uid) {
        advancer.advancePast(uid);
    }

    @Override
    public UidGeneratorStatus status() {
        return lifecycle.run().status();
    }

    @Override
    public void suspend() {
        lifecycle.suspend();
    }

    @Override
    public void resume() {
        lifecycle.resume();
    }

    @Override
    public void close() {
        lifecycle.close();
    }

    /** Returns the name, the layout and, if there is a ring, how full it is. */
    @Override
    public String toString() {
        return engine.ring().capacity() == 0
                ? String.format(Locale.ROOT, "%s (%s)", name, layout)
                : String.format(Locale.ROOT, "%s (%s, %s)", name, layout, engine.ring());
    }
}
