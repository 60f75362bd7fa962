package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;

/**
 * Hands out numbers, one per call, to all threads that share it. A JVM that measures has one contestant and no other.
 */
public interface Contestant extends AutoCloseable {

    /** Returns the next number and waits for it if necessary. */
    long next();

    /** Returns what the calling thread uses: this one, or a contestant of its own if that is what is measured. */
    default Contestant ofThisThread() {
        return this;
    }

    /** Returns how many calls were refused so far and had to be repeated. */
    default long rejected() {
        return 0;
    }

    /** Returns the time in the newest number, in milliseconds since 1970; empty if numbers carry none. */
    default OptionalLong epochMilli(long newest) {
        return OptionalLong.empty();
    }

    @Override
    default void close() {}
}
