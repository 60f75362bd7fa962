package org.uidgenerator.spring;

import java.time.Duration;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

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
            throw new OptionException(property, value, OptionText.of("must be a duration such as PT24H, 24h or 2s"), e);
        }
    }
}
