package org.uidgenerator.server.access;

import java.util.Set;
import org.springframework.http.HttpStatus;

/**
 * The sender of requests: what it may do, and what it has left of its rates. Safe for use by any thread.
 *
 * @param name its name, which logs show
 * @param scopes what it may do
 * @param tags the counters that it may use; "*" stands for all
 * @param requests how many requests it may make
 * @param uids how many UIDs it may take
 * @param numbers how many numbers of counters it may take, by which UIDs are counted as well if it is for both
 */
public record Client(String name, Set<Scope> scopes, Set<String> tags, Rate requests, UidRate uids, Rate numbers) {
    static final String ALL_TAGS = "*";

    /**
     * {@return whether it may use a counter}
     *
     * @param tag the counter's tag
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

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
