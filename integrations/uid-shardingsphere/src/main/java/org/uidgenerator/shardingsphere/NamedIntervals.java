package org.uidgenerator.shardingsphere;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Intervals of time that lie next to each other, each with a name. Immutable.
 *
 * @param namesByStart the name of each, by its first instant
 * @param end the first instant after the last one
 */
record NamedIntervals(NavigableMap<Instant, String> namesByStart, Instant end) {

    /** Returns the name of the interval that holds an instant, or null if there is none. */
    @Nullable
    String at(Instant time) {
        return time.isBefore(end) && !time.isBefore(namesByStart.firstKey())
                ? namesByStart.floorEntry(time).getValue()
                : null;
    }

    /** Returns the names of all intervals between those that hold two instants, and of these. */
    Collection<String> between(Instant first, Instant last) {
        if (!first.isBefore(end) || last.isBefore(namesByStart.firstKey())) {
            return List.of();
        }
        Instant from = namesByStart.floorKey(first);
        return (from == null ? namesByStart : namesByStart.tailMap(from, true))
                .headMap(last, true)
                .values();
    }

    /** Returns the bounds, as in {@code [2026-01-01T00:00:00Z, 2027-01-01T00:00:00Z)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "[%s, %s)", namesByStart.firstKey(), end);
    }
}
