package org.uidgenerator.benchmarks.contestants;

import cn.hutool.core.lang.Snowflake;
import java.util.OptionalLong;

/** Hutool's snowflake; its bits are fixed. */
final class Hutool implements Contestant {
    private final Snowflake generator = new Snowflake(1, 1);

    @Override
    public long next() {
        return generator.nextId();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(generator.getGenerateDateTime(newest));
    }
}
