package org.uidgenerator.crash;

import java.time.Duration;
import org.uidgenerator.test.internal.Patience;

/** A fault of a store, a row of the matrix. */
enum StoreFault {
    KILLED("server killed, started again", Kind.LASTS),
    STOPPED("server stopped (SIGSTOP), resumed", Kind.LASTS),
    SLOW("each answer 2 s late", Kind.LASTS),
    ANSWERS_LOST("answers lost", Kind.LASTS),
    CUT_IN_WRITES("connections cut in the middle of requests", Kind.LASTS),
    DISK_FULL("disk full, then room and a restart", Kind.LASTS),
    MEMORY_FULL("memory or quota full (Redis noeviction, etcd NOSPACE)", Kind.LASTS),
    MEMORY_KEEPS("memory full (Redis volatile-lru, -lfu, -random, -ttl)", Kind.LASTS),
    EVICTS_LRU("memory full, all keys evicted (Redis allkeys-lru)", Kind.STAYS),
    EVICTS_LFU("memory full, all keys evicted (Redis allkeys-lfu)", Kind.STAYS),
    EVICTS_RANDOM("memory full, all keys evicted (Redis allkeys-random)", Kind.STAYS),
    COUNTER_EVICTED("one counter evicted, nothing else (Redis allkeys-…)", Kind.PASSES),
    READ_ONLY("read-only after a failover", Kind.LASTS),
    RIGHTS_REVOKED("rights revoked, granted again", Kind.LASTS),
    THROTTLED("throttled", Kind.LASTS),
    SESSION_EXPIRED("session expired", Kind.PASSES),
    COMPACTED("compacted at the latest revision", Kind.PASSES),
    LEADER_KILLED("leader of three servers killed, started again", Kind.LASTS),
    CLOCK_FORWARD("store's clock a day ahead", Kind.LASTS),
    CLOCK_BACK("store's clock a day behind", Kind.LASTS),
    FAILOVER("failover, nothing lost", Kind.PASSES),
    FAILOVER_LOSES_SECOND("failover, last second lost", Kind.PASSES),
    RESTORED("restored to three seconds before", Kind.PASSES),
    RESTORED_TO_BEFORE_START("restored to before the process started", Kind.PASSES),
    CLONED("cloned, both copies in use", Kind.PASSES),
    EMPTIED("emptied (TRUNCATE, FLUSHALL, all keys removed)", Kind.STAYS),
    EMPTIED_AND_PUT_BACK("emptied, then all data put back", Kind.LASTS),
    MADE_AGAIN("table dropped and made again", Kind.STAYS),
    OTHER_LAYOUT("second application with another layout", Kind.PASSES),
    ROW_LOWERED("row edited by hand: 1,000 s lower", Kind.PASSES),
    ROW_RAISED("row edited by hand: a year higher", Kind.PASSES);

    /** The end of a fault. */
    private enum Kind {
        /** It is mended after {@link #LASTING}. */
        LASTS,

        /** It is over at once. What it has changed stays. */
        PASSES,

        /** It is never mended. */
        STAYS
    }

    /** Longer than what is reserved, and than the time-outs of clients. */
    static final Duration LASTING = Duration.ofMillis(3_500);

    private static final Duration SHORT_WAIT = Duration.ofMillis(300);
    private static final Duration SHORT_RESERVATION = Duration.ofSeconds(1);

    /** So long that a second of writes is one of a reservation, or none. */
    private static final Duration LONG_RESERVATION = Duration.ofSeconds(8);

    private final String title;
    private final Kind kind;

    StoreFault(String title, Kind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** Returns the words for people. */
    String title() {
        return title;
    }

    /** Returns how long it lasts until it is mended. */
    Duration lasting() {
        return kind == Kind.LASTS ? LASTING : Duration.ZERO;
    }

    /** Returns how far ahead ticks are reserved. */
    Duration reservation() {
        return switch (this) {
            case FAILOVER_LOSES_SECOND, RESTORED_TO_BEFORE_START, CLONED -> LONG_RESERVATION;
            default -> isHarmless() ? LONG_RESERVATION : SHORT_RESERVATION;
        };
    }

    /** Returns how long calls wait: on a busy machine, too, none may fail if the fault is harmless. */
    Duration longestWait() {
        return isHarmless() ? Patience.LONGEST : SHORT_WAIT;
    }

    private boolean isHarmless() {
        return switch (this) {
            case COUNTER_EVICTED, CLOCK_FORWARD, CLOCK_BACK, COMPACTED, OTHER_LAYOUT -> true;
            default -> false;
        };
    }
}
