package org.uidgenerator.crash;

import java.time.Duration;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.RealServer;

/** The rates at which the processes of a run issue UIDs and numbers. */
enum Load {
    /** As fast as the layout allows, which takes all processors. */
    FULL(StoreIdentity.LAYOUT, 4096, Duration.ofMillis(20)),

    /**
     * 640 UIDs per second and worker id, and less than half a processor for eight processes, so that a run of an hour
     * disturbs no other work and the test compares what was issued in memory. Ticks are used up here, too.
     */
    LIGHT(StoreIdentity.LAYOUT.toBuilder().workerBits(19).seqBits(6).build(), 64, Duration.ofMillis(200));

    private static final long LIGHT_STEP = 100;
    private static final long LIGHT_LONGEST_STEP = 10_000;
    private static final Duration LIGHT_RESERVATION = Duration.ofSeconds(10);

    @SuppressWarnings("ImmutableEnumChecker") // a layout is immutable
    private final UidLayout layout;

    private final int batch;
    private final Duration pause;

    Load(UidLayout layout, int batch, Duration pause) {
        this.layout = layout;
        this.batch = batch;
        this.pause = pause;
    }

    UidLayout layout() {
        return layout;
    }

    /** Returns how many UIDs or numbers are taken and recorded at once. */
    int batch() {
        return batch;
    }

    /** Returns the time between the batches of a tag, whose rate nothing else limits. */
    Duration pause() {
        return pause;
    }

    /** Returns how many numbers the first range of a process has. */
    long step(CrashStore store, boolean fenced) {
        return this == FULL ? store.step(fenced) : LIGHT_STEP;
    }

    /** Returns how many numbers a range has at most. */
    long longestStep() {
        return this == FULL ? CrashStore.LONGEST_STEP : LIGHT_LONGEST_STEP;
    }

    /** Returns how long a client of Redis waits; one of a database has it in its URL. */
    Duration timeout() {
        return this == FULL ? Duration.ofSeconds(1) : RealServer.TIMEOUT;
    }

    /** Returns how far ahead ticks are reserved. */
    Duration reservation(CrashStore store) {
        return this == FULL ? store.reservation() : LIGHT_RESERVATION;
    }
}
