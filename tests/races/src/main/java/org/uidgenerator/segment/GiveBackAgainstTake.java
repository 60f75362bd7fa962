package org.uidgenerator.segment;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A caller takes two numbers of a busy tag while the tag is suspended and gives the rest of its range back. Then
 * another process takes the next range of the counter.
 *
 * <p>Twin: the rest is read before calls are refused.
 */
@JCStressTest
@State
@Outcome(id = "above", expect = Expect.ACCEPTABLE, desc = "the other process gets numbers that no caller had")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number that was handed out was given back, and comes twice")
public class GiveBackAgainstTake {
    private final Counter counter = new Counter();
    private final Tag tag = Twin.RUNS ? new ReadsTheRestTooEarly(counter) : new RealTag(counter);
    private long first;
    private long second;

    @Actor
    public void caller() {
        first = tag.next();
        Pause.some();
        second = tag.next();
    }

    @Actor
    public void stopper() {
        tag.stop();
    }

    @Arbiter
    public void later(L_Result r) {
        long next = counter.take("orders", 1).first();
        r.r1 = next > Math.max(first, second) ? "above" : first + ", " + second + ", then " + next;
    }

    /** The store. */
    private static final class Counter implements SegmentStore {
        private final AtomicLong last = new AtomicLong();

        @Override
        public UidRange take(String tag, long length) {
            long taken = last.addAndGet(length);
            return new UidRange(taken - length + 1, taken, 1);
        }

        @Override
        public boolean giveBack(@Nullable StoreIdentity identity, String tag, UidRange rest) {
            return last.compareAndSet(rest.last(), rest.first() - 1);
        }
    }

    /** A tag that has numbers. */
    private interface Tag {
        /** Takes a number: 0 if the call is refused. */
        long next();

        /** Suspends the tag, and gives the rest of its range back. */
        void stop();
    }

    private static final class RealTag implements Tag {
        private final Called called;

        RealTag(Counter counter) {
            called = Called.times(counter, Called.UNTIL_BUSY);
        }

        @Override
        public long next() {
            try {
                return called.tag().getUID();
            } catch (UidGenerateException e) {
                return 0;
            }
        }

        @Override
        public void stop() {
            called.tag().stop(TagState.SUSPENDED, Duration.ZERO);
            called.storeThreads().runReady();
        }
    }

    /** {@link SegmentTag} in small, with one rule broken. */
    private static final class ReadsTheRestTooEarly implements Tag {
        private final Counter counter;
        private final UidRange range;
        private long next;
        private boolean stopped;

        ReadsTheRestTooEarly(Counter counter) {
            this.counter = counter;
            range = counter.take("orders", 1_000);
            next = range.first();
        }

        @Override
        public synchronized long next() {
            return stopped ? 0 : next++;
        }

        @Override
        public void stop() {
            UidRange rest = rest();
            Pause.some();
            refuse();
            counter.giveBack(null, "orders", rest);
        }

        private synchronized UidRange rest() {
            return new UidRange(next, range.last(), 1);
        }

        private synchronized void refuse() {
            stopped = true;
        }
    }
}
