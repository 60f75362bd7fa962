package org.uidgenerator.server.access;

import java.util.Set;
import org.springframework.http.HttpStatus;

/** Whoever makes requests: what it may do, and what it has left of its rates. Safe for use by any thread. */
public final class Client {
    static final String ALL_TAGS = "*";

    private final String name;
    private final Set<Scope> scopes;
    private final Set<String> tags;
    private final Rate requests;
    private final UidRate uids;
    private final Rate numbers;

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
     * @throws Refusal if the client may not use it
     */
    public void requireTag(String tag) {
        if (!mayUse(tag)) {
            throw new Refusal(HttpStatus.FORBIDDEN, "the client has no right to the counter");
        }
    }

    /**
     * Returns how many requests it may make.
     *
     * @return the rate
     */
    public Rate requests() {
        return requests;
    }

    /**
     * Returns how many UIDs it may take.
     *
     * @return the rate
     */
    public UidRate uids() {
        return uids;
    }

    /**
     * Returns how many numbers of counters it may take.
     *
     * @return the rate, by which UIDs are counted as well where it is for both
     */
    public Rate numbers() {
        return numbers;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
