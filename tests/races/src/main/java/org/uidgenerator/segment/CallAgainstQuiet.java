package org.uidgenerator.segment;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.BufferOptions;
import org.uidgenerator.internal.engine.RangeStock;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.internal.engine.UidBuffer;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A caller takes two numbers while the padder makes the busy tag quiet, and one more afterwards.
 *
 * <p>Twin: the lock of the stock is free while the buffer is stopped, so a number of the stock is taken before lower
 * ones are put back.
 */
@JCStressTest
@State
@Outcome(id = "ascending", expect = Expect.ACCEPTABLE, desc = "each number is above those before")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number was handed out twice, or after a greater one")
public class CallAgainstQuiet {
    private final Tag tag = Twin.RUNS ? new StopsWithoutTheLock() : new RealTag();
    private long first;
    private long second;

    @Actor
    public void caller() {
        first = tag.next();
        second = tag.next();
    }

    @Actor
    public void padder() {
        tag.becomeQuiet();
    }

    @Arbiter
    public void later(L_Result r) {
        long third = tag.next();
        r.r1 = first < second && second < third ? "ascending" : first + ", " + second + ", " + third;
    }

    /** A tag that is busy. */
    private interface Tag {
        long next();

        void becomeQuiet();
    }

    private static final class RealTag implements Tag {
        private final SegmentTag tag = Called.times(Called.UNTIL_BUSY);

        @Override
        public long next() {
            return tag.getUID();
        }

        @Override
        public void becomeQuiet() {
            tag.becomeQuiet();
        }
    }

    /** {@link SegmentTag} in small, with one rule broken. */
    private static final class StopsWithoutTheLock implements Tag {
        private final RangeStock stock = new RangeStock(new NothingMore(), new RangeStock.Cut(10, 64, 1));
        private final UidBuffer buffer = new UidBuffer(new BufferOptions(
                "orders",
                4,
                2,
                1,
                1,
                1,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.FAIL,
                Duration.ofSeconds(5),
                null,
                NanoClock.SYSTEM,
                Small::noThread));
        private volatile @Nullable UidBuffer busy = buffer;

        StopsWithoutTheLock() {
            stock.add(List.of(new UidRange(1, 64, 1)), 0);
            buffer.start(stock);
        }

        @Override
        public long next() {
            while (true) {
                UidBuffer busy = this.busy;
                if (busy == null) {
                    return ofStock();
                }
                try {
                    return busy.next();
                } catch (UidGenerateException isQuiet) {
                    Thread.onSpinWait(); // looks again
                }
            }
        }

        private long ofStock() {
            stock.lock.lock();
            try {
                return stock.take(1).first();
            } finally {
                stock.lock.unlock();
            }
        }

        @Override
        public void becomeQuiet() {
            busy = null;
            buffer.stop(RunState.SUSPENDED, Duration.ZERO);
            Pause.some();
            stock.lock.lock();
            try {
                stock.putBack(buffer.takeUnopened());
            } finally {
                stock.lock.unlock();
            }
        }
    }

    /** A supply that never answers. */
    private static final class NothingMore implements RangeStock.Supply {
        @Override
        public void request() {}

        @Override
        public @Nullable String trouble() {
            return null;
        }

        @Override
        public @Nullable Throwable failure() {
            return null;
        }
    }
}
