package org.uidgenerator.cli;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads times as people write them on command lines. */
final class Times {
    /** What can be read. */
    static final String FORMS =
            "a date, as 2026-01-01, an instant, as 2026-01-01T08:00:00Z, or Unix milliseconds, as 1767254400000";

    private static final Pattern MILLIS = Pattern.compile("-?[0-9]{1,18}");

    private Times() {}

    /**
     * Reads a date, which stands for its first instant in UTC, an instant, or milliseconds since 1970.
     *
     * @param name what the message calls it
     * @throws IllegalArgumentException if it is none of them
     */
    static Instant instant(String name, String text) {
        if (MILLIS.matcher(text).matches()) {
            return Instant.ofEpochMilli(Long.parseLong(text));
        }
        try {
            return Instant.parse(text.contains("T") ? text : text + "T00:00:00Z");
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be %s: %s=%s", name, FORMS, name, text), e);
        }
    }
}
