package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;

/** Gives numbers, one a call, to all threads that share it. A JVM that measures makes one contestant and no other. */
public interface Contestant extends AutoCloseable {

    /** The next number, waited for if need be. */
    long next();

    /** What the calling thread uses: this one, or a contestant of its own where that is what is measured. */
    default Contestant ofThisThread() {
        return this;
    }

    /** How many calls were refused and had to be made again so far. */
    default long rejected() {
        return 0;
    }

    /** The time in the newest number, in milliseconds since 1970; empty if numbers carry none. */
    default OptionalLong epochMilli(long newest) {
        return OptionalLong.empty();
    }

    @Override
    default void close() {}
}
