package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.EnumMap;
import java.util.Map;

/** The contents of one serial number while one thread writes or reads it. A part that its pattern lacks is zero. */
final class SerialNumber {
    private static final LocalDateTime UNREAD = LocalDateTime.of(0, 1, 1, 0, 0);

    private final Map<NumberField, Long> numbers = new EnumMap<>(NumberField.class);
    private LocalDateTime period;

    /** Makes an empty one, for reading. */
    SerialNumber() {
        this(UNREAD);
    }

    /**
     * Makes one for writing.
     *
     * @param period a time in its period
     */
    SerialNumber(LocalDateTime period) {
        this.period = period;
    }

    LocalDateTime period() {
        return period;
    }

    void setPeriod(LocalDateTime period) {
        this.period = period;
    }

    long get(NumberField field) {
        return numbers.getOrDefault(field, 0L);
    }

    void set(NumberField field, long value) {
        numbers.put(field, value);
    }
}
