package org.uidgenerator.text;

import java.time.InstantSource;
import java.time.ZoneOffset;

/** Opens what business numbers show to their own tests. */
public final class TextSeams {
    private TextSeams() {}

    public static BusinessNumbers businessNumbers(
            String name, CounterFormat format, PeriodCounter counter, InstantSource clock) {
        return new BusinessNumbers(name, format, ZoneOffset.UTC, counter, clock);
    }
}
