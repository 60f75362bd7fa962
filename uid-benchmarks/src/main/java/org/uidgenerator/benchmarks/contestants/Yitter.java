package org.uidgenerator.benchmarks.contestants;

import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import java.util.OptionalLong;

/** Yitter's drifting snowflake. */
final class Yitter implements Contestant {
    private final IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
    private final SnowWorkerM1 generator;

    Yitter(int workerBits, int seqBits) {
        options.WorkerIdBitLength = (byte) workerBits;
        options.SeqBitLength = (byte) seqBits;
        // It counts in a short and looks for the end one too late for the last value of 15 bits.
        options.MaxSeqNumber = (short) Math.min((1 << seqBits) - 1, Short.MAX_VALUE - 1);
        generator = new SnowWorkerM1(options);
    }

    @Override
    public long next() {
        return generator.nextId();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of((newest >>> (options.WorkerIdBitLength + options.SeqBitLength)) + options.BaseTime);
    }
}
