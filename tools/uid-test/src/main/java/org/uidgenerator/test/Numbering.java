package org.uidgenerator.test;

import java.time.InstantSource;
import org.uidgenerator.UidLayout;

/** The kind of UIDs that a test gets: each has a number, and the numbers ascend by one unless the clock moves. */
sealed interface Numbering {

    /** Returns the number of the lowest UID that may come now; above {@link #greatest()} if there is none. */
    long lowest();

    /** Returns the number of the greatest UID. */
    long greatest();

    /** Returns a number after which all UIDs are greater than the given one. */
    long through(long uid);

    /** Returns the UID of a number. */
    long uid(long number);

    /** The UID is the number. */
    record Plain(long lowest) implements Numbering {
        @Override
        public long greatest() {
            return Long.MAX_VALUE;
        }

        @Override
        public long through(long uid) {
            return uid;
        }

        @Override
        public long uid(long number) {
            return number;
        }
    }

    /** The number is tick and sequence. */
    record Timed(UidLayout layout, long workerId, InstantSource clock) implements Numbering {
        @Override
        public long lowest() {
            long tick = layout.tickAt(clock.millis());
            return tick > layout.maxTick() ? Long.MAX_VALUE : firstOf(tick);
        }

        @Override
        public long greatest() {
            return firstOf(layout.maxTick()) | layout.maxSequence();
        }

        @Override
        public long through(long uid) {
            return firstOf(layout.tickOf(uid)) | layout.maxSequence();
        }

        @Override
        public long uid(long number) {
            return layout.encode(number >> layout.seqBits(), workerId, number & layout.maxSequence());
        }

        private long firstOf(long tick) {
            return tick << layout.seqBits();
        }
    }
}
