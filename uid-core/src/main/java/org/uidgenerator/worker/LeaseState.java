package org.uidgenerator.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The state of a lease with its store, for dashboards and operators. Immutable. */
public final class LeaseState {
    /** The state of a lease that needs no store: all ticks are reserved. */
    public static final LeaseState UNLIMITED = through(Long.MAX_VALUE);

    private final OptionalLong term;
    private final long reservedThrough;
    private final long usableThrough;
    private final @Nullable Duration clockSkew;
    private final @Nullable Throwable storeFailure;
    private final @Nullable String identity;

    private LeaseState(
            OptionalLong term,
            long reservedThrough,
            long usableThrough,
            @Nullable Duration clockSkew,
            @Nullable Throwable storeFailure,
            @Nullable String identity) {
        this.term = term;
        this.reservedThrough = reservedThrough;
        this.usableThrough = usableThrough;
        this.clockSkew = clockSkew;
        this.storeFailure = storeFailure;
        this.identity = identity;
    }

    /**
     * Describes a lease that has reserved ticks, all of which may be stamped at once.
     *
     * @param reservedThrough the last one
     * @return a state without a term, a clock and a failure
     */
    public static LeaseState through(long reservedThrough) {
        return new LeaseState(OptionalLong.empty(), reservedThrough, reservedThrough, null, null, null);
    }

    /**
     * Adds the fencing number.
     *
     * @param term what {@link #term()} returns
     * @return a copy
     */
    public LeaseState withTerm(long term) {
        return new LeaseState(OptionalLong.of(term), reservedThrough, usableThrough, clockSkew, storeFailure, identity);
    }

    /**
     * Says that more than the store's answer is needed before a reserved tick may be stamped.
     *
     * @param usableThrough what {@link #usableThrough()} returns
     * @return a copy
     */
    public LeaseState withUsableThrough(long usableThrough) {
        return new LeaseState(term, reservedThrough, usableThrough, clockSkew, storeFailure, identity);
    }

    /**
     * Adds the difference of the clocks.
     *
     * @param clockSkew what {@link #clockSkew()} returns
     * @return a copy
     */
    public LeaseState withClockSkew(@Nullable Duration clockSkew) {
        return new LeaseState(term, reservedThrough, usableThrough, clockSkew, storeFailure, identity);
    }

    /**
     * Adds why the store does not answer.
     *
     * @param storeFailure what {@link #storeFailure()} returns
     * @return a copy
     */
    public LeaseState withStoreFailure(@Nullable Throwable storeFailure) {
        return new LeaseState(term, reservedThrough, usableThrough, clockSkew, storeFailure, identity);
    }

    /**
     * Adds the store identity.
     *
     * @param identity what {@link #identity()} returns
     * @return a copy
     */
    public LeaseState withIdentity(String identity) {
        return new LeaseState(
                term,
                reservedThrough,
                usableThrough,
                clockSkew,
                storeFailure,
                Objects.requireNonNull(identity, "identity"));
    }

    /**
     * Returns the fencing number.
     *
     * @return the number, or empty if the store keeps none
     */
    public OptionalLong term() {
        return term;
    }

    /**
     * Returns the last tick that may be stamped without asking the store.
     *
     * @return the tick; {@link Long#MAX_VALUE} if there is nothing to reserve
     */
    public long reservedThrough() {
        return reservedThrough;
    }

    /**
     * Returns the last tick for which {@link WorkerLease#reserve} returns at once.
     *
     * @return the tick; less than {@link #reservedThrough()} where more than the store's answer is needed
     */
    public long usableThrough() {
        return usableThrough;
    }

    /**
     * Returns whether there is nothing to reserve, so that nothing says after a restart which ticks were stamped.
     *
     * @return whether all ticks are reserved
     */
    public boolean isUnlimited() {
        return reservedThrough == Long.MAX_VALUE;
    }

    /**
     * Returns how far the clock of this host was ahead of the store's when they were compared last.
     *
     * @return negative if it was behind; zero if the difference is within the time that the store took to answer; null
     *     if they are not compared
     */
    public @Nullable Duration clockSkew() {
        return clockSkew;
    }

    /**
     * Returns why the store did not answer when it was asked last.
     *
     * @return the exception, or null if it did answer
     */
    public @Nullable Throwable storeFailure() {
        return storeFailure;
    }

    /**
     * Returns the store identity that the worker id belongs to.
     *
     * @return the text of an {@link org.uidgenerator.StoreIdentity}, a bare name if no store keeps an identity, or
     *     empty if nothing is known of it
     */
    public Optional<String> identity() {
        return Optional.ofNullable(identity);
    }

    @Override
    public String toString() {
        return "LeaseState[term=" + term + ", reservedThrough=" + reservedThrough + ", usableThrough=" + usableThrough
                + ", clockSkew=" + clockSkew + ", storeFailure=" + storeFailure + ", identity=" + identity + "]";
    }
}
