package org.uidgenerator.benchmarks.contestants;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import io.hypersistence.tsid.TSID;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.agrona.concurrent.SystemEpochClock;
import org.apache.seata.common.util.IdWorker;
import org.jspecify.annotations.Nullable;

/** The generators of others that read a clock or a random source at each call, in their fastest documented settings. */
abstract class Peer implements Contestant {
    /** Where the milliseconds begin in ids of most, whatever the split of the bits below. */
    private static final int TIME_SHIFT = 22;

    private static final long COSID_EPOCH_MILLI = 1_577_203_200_000L;
    private static final long SEATA_EPOCH_MILLI = 1_588_435_200_000L;
    private static final long SEATA_TIME_MASK = (1L << 41) - 1;
    private static final int SEATA_TIME_SHIFT = 12;

    @Nullable
    private final LongUnaryOperator epochMilli;

    private Peer(@Nullable LongUnaryOperator epochMilli) {
        this.epochMilli = epochMilli;
    }

    @Override
    public final OptionalLong epochMilli(long newest) {
        return epochMilli == null ? OptionalLong.empty() : OptionalLong.of(epochMilli.applyAsLong(newest));
    }

    static Peer agrona(int nodeBits, int sequenceBits) {
        SnowflakeIdGenerator generator =
                new SnowflakeIdGenerator(nodeBits, sequenceBits, 1, 0, SystemEpochClock.INSTANCE);
        return new Peer(id -> id >>> TIME_SHIFT) {
            @Override
            public long next() {
                return generator.nextId();
            }
        };
    }

    static Peer cosId(int machineBits, int sequenceBits) {
        MillisecondSnowflakeId generator =
                new MillisecondSnowflakeId(COSID_EPOCH_MILLI, 63 - TIME_SHIFT, machineBits, sequenceBits, 1);
        return new Peer(id -> (id >>> TIME_SHIFT) + COSID_EPOCH_MILLI) {
            @Override
            public long next() {
                return generator.generate();
            }
        };
    }

    /** Its bits are fixed. */
    static Peer hutool() {
        Snowflake generator = new Snowflake(1, 1);
        return new Peer(generator::getGenerateDateTime) {
            @Override
            public long next() {
                return generator.nextId();
            }
        };
    }

    /** With its thread-local random source. When its counter overflows it runs ahead of the clock. */
    static Peer hypersistenceTsid() {
        TSID.Factory factory = TSID.Factory.builder()
                .withNode(1)
                .withRandomFunction(TSID.Factory.THREAD_LOCAL_RANDOM_FUNCTION)
                .build();
        return new Peer(id -> TSID.from(id).getUnixMilliseconds()) {
            @Override
            public long next() {
                return factory.generate().toLong();
            }
        };
    }

    /** Its bits are fixed. */
    static Peer myBatisPlus() {
        Sequence generator = new Sequence(1, 1);
        return new Peer(Sequence::parseIdTimestamp) {
            @Override
            public long next() {
                return generator.nextId();
            }
        };
    }

    /** With the worker in front of the time; its bits are fixed. */
    static Peer seata() {
        IdWorker generator = new IdWorker(1L);
        return new Peer(id -> (id >>> SEATA_TIME_SHIFT & SEATA_TIME_MASK) + SEATA_EPOCH_MILLI) {
            @Override
            public long next() {
                return generator.nextId();
            }
        };
    }

    /**
     * With the random source that its documentation calls the faster one. When its counter overflows it runs ahead of
     * the clock.
     */
    static Peer tsidCreator() {
        TsidFactory factory = TsidFactory.builder()
                .withNode(1)
                .withRandomFunction(() -> ThreadLocalRandom.current().nextInt())
                .build();
        return new Peer(id -> Tsid.from(id).getUnixMilliseconds()) {
            @Override
            public long next() {
                return factory.create().toLong();
            }
        };
    }

    /** Its drifting snowflake. */
    static Peer yitter(int workerBits, int seqBits) {
        IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
        options.WorkerIdBitLength = (byte) workerBits;
        options.SeqBitLength = (byte) seqBits;
        // It counts in a short and looks for the end one too late for the last value of 15 bits.
        options.MaxSeqNumber = (short) Math.min((1 << seqBits) - 1, Short.MAX_VALUE - 1);
        SnowWorkerM1 generator = new SnowWorkerM1(options);
        return new Peer(id -> (id >>> (workerBits + seqBits)) + options.BaseTime) {
            @Override
            public long next() {
                return generator.nextId();
            }
        };
    }

    /** 122 random bits. */
    static Peer uuidV4() {
        return new Peer(null) {
            @Override
            public long next() {
                return folded(UUID.randomUUID());
            }
        };
    }

    /** From the random source that uuid-creator calls fast. The time is that of one more, because folding loses it. */
    static Peer uuidV7() {
        return new Peer(id -> UuidCreator.getTimeOrderedEpochFast().getMostSignificantBits() >>> 16) {
            @Override
            public long next() {
                return folded(UuidCreator.getTimeOrderedEpochFast());
            }
        };
    }

    private static long folded(UUID uuid) {
        return uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits();
    }
}
