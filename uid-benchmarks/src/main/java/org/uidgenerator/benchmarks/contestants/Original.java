package org.uidgenerator.benchmarks.contestants;

import com.baidu.fsg.uid.exception.UidGenerateException;
import com.baidu.fsg.uid.impl.CachedUidGenerator;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The generator whose users we want, unmodified, in its cached mode. It refuses calls while its ring is empty, so each
 * call is repeated until it succeeds, and the refusals are counted.
 */
public final class Original implements Contestant {
    private static final LocalDate EPOCH = LocalDate.of(2026, 1, 1);

    private final CachedUidGenerator generator = new CachedUidGenerator();
    private final LongAdder rejected = new LongAdder();
    private final int timeShift;

    public Original(int timeBits, int workerBits, int seqBits) {
        timeShift = workerBits + seqBits;
        generator.setWorkerIdAssigner(() -> 1);
        generator.setTimeBits(timeBits);
        generator.setWorkerBits(workerBits);
        generator.setSeqBits(seqBits);
        generator.setEpochStr(EPOCH.toString());
        try {
            generator.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("the original does not start", e);
        }
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // its threads need the core to fill the ring
    public long next() {
        while (true) {
            try {
                return generator.getUID();
            } catch (UidGenerateException e) {
                rejected.increment();
                Thread.yield();
            }
        }
    }

    @Override
    public long rejected() {
        return rejected.sum();
    }

    /** It counts seconds from midnight in the zone of the JVM. */
    @Override
    public OptionalLong epochMilli(long newest) {
        long epochSecond = EPOCH.atStartOfDay(ZoneId.systemDefault()).toEpochSecond();
        return OptionalLong.of(((newest >>> timeShift) + epochSecond) * 1000);
    }

    @Override
    public void close() {
        try {
            generator.destroy();
        } catch (Exception e) {
            throw new IllegalStateException("the original does not stop", e);
        }
    }
}
