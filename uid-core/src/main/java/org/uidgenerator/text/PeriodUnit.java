package org.uidgenerator.text;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * A unit of time that a serial number can show, from the greatest down. The smallest one shown is the number's period.
 */
enum PeriodUnit {
    YEAR("yyyy", ChronoField.YEAR, Duration.ofDays(366)),
    MONTH("MM", ChronoField.MONTH_OF_YEAR, Duration.ofDays(31)),
    DAY("dd", ChronoField.DAY_OF_MONTH, Duration.ofDays(1)),
    HOUR("HH", ChronoField.HOUR_OF_DAY, Duration.ofHours(1)),
    MINUTE("mm", ChronoField.MINUTE_OF_HOUR, Duration.ofMinutes(1)),
    SECOND("ss", ChronoField.SECOND_OF_MINUTE, Duration.ofSeconds(1)),
    MILLISECOND("SSS", ChronoField.MILLI_OF_SECOND, Duration.ofMillis(1));

    /** Its letters in a pattern, one for each digit. */
    final String letters;

    final ChronoField field;

    /** The length of its longest period: a leap year, a month of 31 days. */
    final Duration longest;

    PeriodUnit(String letters, ChronoField field, Duration longest) {
        this.letters = letters;
        this.field = field;
        this.longest = longest;
    }

    /** Returns the start of the period that holds a time. */
    LocalDateTime startOf(LocalDateTime time) {
        return switch (this) {
            case YEAR -> time.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
            case MONTH -> time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
            default -> time.truncatedTo(field.getBaseUnit());
        };
    }

    /** Returns the start of the period after the one that starts at a time. */
    LocalDateTime next(LocalDateTime start) {
        return start.plus(1, field.getBaseUnit());
    }
}
