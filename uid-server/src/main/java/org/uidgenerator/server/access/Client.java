package org.uidgenerator.server.access;

import java.time.Duration;
import java.util.Set;
import org.springframework.security.access.AccessDeniedException;

/** Whoever makes requests: what it may do, and what it has left of its rates. Safe for use by any thread. */
public final class Client {
    private static final String ALL = "*";

    private final String name;
    private final Set<Scope> scopes;
    private final Set<String> tags;
    private final Rate requests;
    private final Rate ids;

    Client(String name, Set<Scope> scopes, Set<String> tags, Rate requests, Rate ids) {
        this.name = name;
        this.scopes = scopes;
        this.tags = tags;
        this.requests = requests;
        this.ids = ids;
    }

    /** Returns a client that may do everything. */
    static Client ofEveryone(Rate requests, Rate ids) {
        return new Client("anonymous", Set.of(Scope.values()), Set.of(ALL), requests, ids);
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
        return tags.contains(ALL) || tags.contains(tag);
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
        require(requests.take(1), "requests");
    }

    /**
     * Returns how many ids it can take at once.
     *
     * @return its rate, or {@link Long#MAX_VALUE}
     */
    public long greatestCount() {
        return ids.burst();
    }

    /**
     * Counts ids that are about to be taken.
     *
     * @param count how many, at most {@link #greatestCount()}
     * @throws RateExceededException if it has taken too many
     */
    public void countIds(long count) {
        require(ids.take(count), "ids");
    }

    private static void require(Duration wait, String what) {
        if (!wait.isZero()) {
            throw new RateExceededException(what, wait);
        }
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
