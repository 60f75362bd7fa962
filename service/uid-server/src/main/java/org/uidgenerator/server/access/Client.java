package org.uidgenerator.server.access;

import java.util.Set;
import org.springframework.security.access.AccessDeniedException;

/** Whoever makes requests: what it may do, and what it has left of its rates. Safe for use by any thread. */
public final class Client {
    static final String ALL_TAGS = "*";

    private final String name;
    private final Set<Scope> scopes;
    private final Set<String> tags;
    private final Rate requests;
    private final UidRate uids;
    private final Rate numbers;

    /**
     * Makes a client.
     *
     * @param uids how many UIDs it may take
     * @param numbers how many numbers of counters it may take, which are counted together with UIDs where one rate is
     *     for both
     */
    Client(String name, Set<Scope> scopes, Set<String> tags, Rate requests, UidRate uids, Rate numbers) {
        this.name = name;
        this.scopes = scopes;
        this.tags = tags;
        this.requests = requests;
        this.uids = uids;
        this.numbers = numbers;
    }

    /**
     * Returns what it may do.
     *
     * @return its scopes
     */
    public Set<Scope> scopes() {
        return scopes;
    }

    /**
     * Returns whether it may use a counter.
     *
     * @param tag the counter's tag
     * @return whether it may
     */
    public boolean mayUse(String tag) {
        return tags.contains(ALL_TAGS) || tags.contains(tag);
    }

    /**
     * Refuses a counter.
     *
     * @param tag the counter's tag
     * @throws AccessDeniedException if the client may not use it
     */
    public void requireTag(String tag) {
        if (!mayUse(tag)) {
            throw new AccessDeniedException("the client has no right to the counter");
        }
    }

    /**
     * Counts a request.
     *
     * @throws RateExceededException if it has made too many
     */
    public void countRequest() {
        requests.take(1);
    }

    /**
     * Returns how many UIDs it can take at once.
     *
     * @return the most, or {@link Long#MAX_VALUE}
     */
    public long mostUids() {
        return uids.burst();
    }

    /**
     * Returns how many of the UIDs that it wants it can take now.
     *
     * @param wanted how many it wants, also more than {@link #mostUids()}
     * @return as many as its rate has left, and no fewer than it gives in a second
     */
    public long uidsAtOnce(long wanted) {
        return uids.atOnce(wanted);
    }

    /**
     * Counts UIDs that are about to be taken, and promises them.
     *
     * @param count how many, at most {@link #mostUids()}
     * @return the promise, to be closed
     * @throws RateExceededException if it has taken too many
     */
    public Lead.Promise promiseUids(long count) {
        return uids.take(count);
    }

    /**
     * Returns how many numbers of a counter it can take at once.
     *
     * @return the most, or {@link Long#MAX_VALUE}
     */
    public long mostNumbers() {
        return numbers.burst();
    }

    /**
     * Returns how many of the numbers of a counter that it wants it can take now.
     *
     * @param wanted how many it wants, also more than {@link #mostNumbers()}
     * @return as many as its rate has left, and no fewer than it gives in a second
     */
    public long numbersAtOnce(long wanted) {
        return numbers.atOnce(wanted);
    }

    /**
     * Counts numbers that are about to be taken from a counter.
     *
     * @param count how many, at most {@link #mostNumbers()}
     * @throws RateExceededException if it has taken too many
     */
    public void countNumbers(long count) {
        numbers.take(count);
    }

    /**
     * Counts numbers that were taken from a counter beyond those that were wanted. The client waits for them later.
     *
     * @param count how many, at least one
     */
    public void oweNumbers(long count) {
        numbers.owe(count);
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
