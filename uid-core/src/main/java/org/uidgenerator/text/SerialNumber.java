package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.Map;

/**
 * The contents of one serial number.
 *
 * @param period a time in its period; any time if its pattern has no time
 * @param numbers its numbers by their names in the pattern
 */
record SerialNumber(LocalDateTime period, Map<String, Long> numbers) {
    /** Returns a number, zero if the pattern lacks it. */
    long get(String name) {
        return numbers.getOrDefault(name, 0L);
    }
}
