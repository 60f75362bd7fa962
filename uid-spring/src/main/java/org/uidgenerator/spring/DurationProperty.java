package org.uidgenerator.spring;

import java.time.Duration;
import java.util.Locale;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Durations as text, because a context without a {@code ConversionService} cannot convert what stands in XML. */
final class DurationProperty {
    private DurationProperty() {}

    /**
     * Reads a duration in any style that Spring knows.
     *
     * @throws IllegalArgumentException if it is in none of them
     */
    static Duration parse(String property, String value) {
        try {
            return DurationFormatterUtils.detectAndParse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%s must be a duration such as PT24H, 24h or 2s: %s=%s",
                            property,
                            property,
                            value),
                    e);
        }
    }
}
