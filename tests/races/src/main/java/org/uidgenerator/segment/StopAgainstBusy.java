package org.uidgenerator.segment;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A tag is forgotten while a call makes it busy.
 *
 * <p>Twin: the call looks whether the tag is forgotten before it locks.
 */
@JCStressTest
@State
@Outcome(id = "refused", expect = Expect.ACCEPTABLE, desc = "it has no buffer, and calls that begin later fail at once")
@Outcome(
        expect = Expect.FORBIDDEN,
        desc = "calls wait for numbers that never come, and no thread takes the buffer away")
public class StopAgainstBusy {
    private final Tag tag = Twin.RUNS ? new LooksTooEarly() : new RealTag();

    @Actor
    public void caller() {
        tag.ask();
    }

    @Actor
    public void forgetter() {
        Pause.some();
        tag.forget();
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = tag.isBusy() ? "busy" : tag.ask();
    }

    /** A tag that the next call makes busy. */
    private interface Tag {
        /** Asks for a number: {@code number} or {@code refused}. */
        String ask();

        void forget();

        boolean isBusy();
    }

    private static final class RealTag implements Tag {
        private final SegmentTag tag = Called.times(Called.UNTIL_BUSY - 1);

        @Override
        public String ask() {
            try {
                return tag.getUID() > 0 ? "number" : "none";
            } catch (UidGenerateException e) {
                return "refused";
            }
        }

        @Override
        public void forget() {
            tag.stop(TagState.FORGOTTEN, Duration.ZERO);
        }

        @Override
        public boolean isBusy() {
            return tag.status().buffered();
        }
    }

    /** {@link SegmentTag} in small, with one rule broken. */
    private static final class LooksTooEarly implements Tag {
        private volatile boolean forgotten;
        private volatile boolean busy;

        @Override
        public String ask() {
            boolean forgotten = this.forgotten;
            Pause.some();
            synchronized (this) {
                busy |= !forgotten;
            }
            return forgotten ? "refused" : "number";
        }

        @Override
        public synchronized void forget() {
            forgotten = true;
            busy = false;
        }

        @Override
        public boolean isBusy() {
            return busy;
        }
    }
}
