package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/** CosId's snowflake. */
final class CosIdSnowflake implements Contestant {
    private static final long EPOCH_MILLI = 1_577_203_200_000L;
    private static final int TIME_SHIFT = 22;

    private final MillisecondSnowflakeId generator;

    private CosIdSnowflake(int machineBits, int sequenceBits) {
        generator = new MillisecondSnowflakeId(EPOCH_MILLI, 63 - TIME_SHIFT, machineBits, sequenceBits, 1);
    }

    static CosIdSnowflake twelveBits() {
        return new CosIdSnowflake(10, 12);
    }

    static CosIdSnowflake twentyBits() {
        return new CosIdSnowflake(2, 20);
    }

    @Override
    public long next() {
        return generator.generate();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of((newest >>> TIME_SHIFT) + EPOCH_MILLI);
    }
}
