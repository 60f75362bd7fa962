package org.uidgenerator.benchmarks.contestants;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import java.util.OptionalLong;

/** The snowflake of MyBatis-Plus; its bits are fixed. */
final class MyBatisPlus implements Contestant {
    private final Sequence generator = new Sequence(1, 1);

    @Override
    public long next() {
        return generator.nextId();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(Sequence.parseIdTimestamp(newest));
    }
}
