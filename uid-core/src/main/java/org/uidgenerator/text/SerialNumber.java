package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.EnumMap;
import java.util.Map;

/** The contents of one serial number while it is written or read, by one thread. What has no piece in its pattern is zero. */
final class SerialNumber {
    private static final LocalDateTime UNREAD = LocalDateTime.of(0, 1, 1, 0, 0);

    private final Map<NumberField, Long> numbers = new EnumMap<>(NumberField.class);
    private LocalDateTime period;

    /** Makes one that is to be read. */
    SerialNumber() {
        this(UNREAD);
    }

    /**
     * Makes one that is to be written.
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
