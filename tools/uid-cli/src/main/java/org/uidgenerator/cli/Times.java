package org.uidgenerator.cli;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Reads times as people write them on command lines. */
final class Times {
    private Times() {}

    /**
     * Reads a date, which stands for its first instant in UTC, or an instant.
     *
     * @param name what the message calls it
     * @throws IllegalArgumentException if it is neither
     */
    static Instant instant(String name, String text) {
        try {
            return Instant.parse(text.contains("T") ? text : text + "T00:00:00Z");
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%s must be a date or an instant, as 2026-01-01T08:00:00Z: %s=%s",
                            name,
                            name,
                            text),
                    e);
        }
    }
}
