package org.uidgenerator.persistence.mybatis;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.UidSources;
import org.uidgenerator.persistence.internal.UidTarget;
import org.uidgenerator.segment.SegmentIdGenerator;

/** One generator without a name, and counters or none. */
record GivenSources(UidGenerator generator, @Nullable SegmentIdGenerator counters) implements UidSources {
    @Override
    public UidSource generator(UidTarget target, String name) {
        if (!name.isEmpty()) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s names a bean: UidInterceptor.ofBeans finds beans, UidInterceptor.of none",
                    target));
        }
        return generator;
    }

    @Override
    public SegmentIdGenerator segments(UidTarget target) {
        if (counters == null) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "%s needs a SegmentIdGenerator: UidInterceptor has none", target));
        }
        return counters;
    }
}
