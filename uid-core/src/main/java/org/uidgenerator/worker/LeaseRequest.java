package org.uidgenerator.worker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;

/**
 * A generator's request for a worker id, and the way in which the generator is going to use ticks. Generators fill it
 * in from their own options, so that nothing has to be said twice. Immutable.
 */
public final class LeaseRequest {
    /** The layout of the UIDs. */
    private final UidLayout uidLayout;

    /** The data centre that a machine id is wanted for, or -1 if a whole worker id is wanted. */
    private final long dataCenterId;

    private final String name;
    private final Duration maxBorrow;
    private final Optional<InstantSource> clock;
    private final int ordinal;

    private LeaseRequest(
            UidLayout uidLayout,
            long dataCenterId,
            String name,
            Duration maxBorrow,
            Optional<InstantSource> clock,
            int ordinal) {
        this.uidLayout = uidLayout;
        this.dataCenterId = dataCenterId;
        this.name = name;
        this.maxBorrow = maxBorrow;
        this.clock = clock;
        this.ordinal = ordinal;
    }

    /**
     * Makes the request of a generator with default options, which is named {@code uid-generator}, may borrow 24 h and
     * goes by the clock of the system.
     *
     * @param layout the layout of the generator
     * @return the request
     */
    public static LeaseRequest of(UidLayout layout) {
        return new LeaseRequest(
                Objects.requireNonNull(layout, "layout"),
                -1,
                "uid-generator",
                Duration.ofHours(24),
                Optional.of(InstantSource.system()),
                0);
    }

    /**
     * Changes the layout, as an assigner does that passes a request on.
     *
     * @param layout the layout
     * @return a copy
     */
    public LeaseRequest withLayout(UidLayout layout) {
        return new LeaseRequest(Objects.requireNonNull(layout, "layout"), -1, name, maxBorrow, clock, ordinal);
    }

    /** Asks for a machine id of a data centre, in place of a whole worker id. */
    LeaseRequest withinDataCenter(long dataCenterId) {
        return layout().dataCenterBits() == 0
                ? this
                : new LeaseRequest(uidLayout, dataCenterId, name, maxBorrow, clock, ordinal);
    }

    /**
     * Changes the name of the generator.
     *
     * @param name the name
     * @return a copy
     */
    public LeaseRequest withName(String name) {
        return new LeaseRequest(
                uidLayout, dataCenterId, Objects.requireNonNull(name, "name"), maxBorrow, clock, ordinal);
    }

    /**
     * Changes how far ahead of its clock the generator may use ticks.
     *
     * @param maxBorrow zero or more
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public LeaseRequest withMaxBorrow(Duration maxBorrow) {
        if (Objects.requireNonNull(maxBorrow, "maxBorrow").isNegative()) {
            throw new OptionException("maxBorrow", maxBorrow, "must not be negative");
        }
        return new LeaseRequest(uidLayout, dataCenterId, name, maxBorrow, clock, ordinal);
    }

    /**
     * Changes the clock by which the generator uses ticks.
     *
     * @param clock the clock
     * @return a copy
     */
    public LeaseRequest withClock(InstantSource clock) {
        return new LeaseRequest(
                uidLayout, dataCenterId, name, maxBorrow, Optional.of(Objects.requireNonNull(clock, "clock")), ordinal);
    }

    /**
     * Says that the generator counts its ticks from 0, whatever the time is.
     *
     * @return a copy
     */
    public LeaseRequest withoutClock() {
        return new LeaseRequest(uidLayout, dataCenterId, name, maxBorrow, Optional.empty(), ordinal);
    }

    /**
     * Says which of a generator's worker ids is wanted.
     *
     * @param ordinal 0 for the first one, which every generator has, and the least number that is not in use for each
     *     additional one
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public LeaseRequest withOrdinal(int ordinal) {
        if (ordinal < 0) {
            throw new OptionException("ordinal", ordinal, "must not be negative");
        }
        return new LeaseRequest(uidLayout, dataCenterId, name, maxBorrow, clock, ordinal);
    }

    /**
     * {@return the generator's layout} The worker id must be in {@code [0, layout.maxWorkerId()]}, and the ticks of the
     * lease are ticks of this layout.
     */
    public UidLayout layout() {
        return dataCenterId < 0 ? uidLayout : uidLayout.withinDataCenter();
    }

    /** Returns the layout of the UIDs, whatever part of their worker id is wanted. */
    UidLayout uidLayout() {
        return uidLayout;
    }

    /** Returns the worker id that UIDs have, given one that fits {@link #layout()}. */
    long uidWorkerId(long workerId) {
        return dataCenterId < 0 ? workerId : uidLayout.workerId(dataCenterId, workerId);
    }

    /** {@return the name of the generator, for messages} */
    public String name() {
        return name;
    }

    /**
     * {@return how far ahead of its clock the generator may use ticks, zero or more; without meaning if it has no
     * clock}
     */
    public Duration maxBorrow() {
        return maxBorrow;
    }

    /**
     * {@return the clock by which the generator uses ticks, or empty if it counts them from 0, above the ticks that the
     * lease has stored}
     */
    public Optional<InstantSource> clock() {
        return clock;
    }

    /**
     * {@return which of the generator's worker ids is wanted: 0 for the first one, greater for one that the generator
     * can do without}
     */
    public int ordinal() {
        return ordinal;
    }

    /** Returns the name and the layout. */
    @Override
    public String toString() {
        return name + " (" + layout() + ")";
    }
}
