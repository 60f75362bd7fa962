package org.uidgenerator.worker.lease.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The texts of a lease under the names of the SQL columns, for stores without types for its parts. */
public final class LeaseColumns {
    /** The names of the columns. {@code HOLDER} comes last: it is the one that may have several lines. */
    public static final List<String> NAMES =
            List.of("TERM", "RESERVED_THROUGH", "NEXT_RESERVATION", "LAYOUT", "HELD", "ACQUIRED", "MODIFIED", "HOLDER");

    private LeaseColumns() {}

    /**
     * Returns the texts of a lease.
     *
     * @param lease the lease, of whose row the worker id is no column
     * @return a map in the order of {@link #NAMES}, which the caller may change
     */
    public static Map<String, String> of(TimedLeaseRow lease) {
        LeaseRow row = Objects.requireNonNull(lease, "lease").row();
        Object[] values = {
            row.term(),
            row.reservedThrough(),
            row.nextReservation(),
            row.layout(),
            row.held(),
            lease.acquired(),
            lease.modified(),
            row.holder()
        };
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            columns.put(NAMES.get(i), values[i].toString());
        }
        return columns;
    }

    /**
     * Reads a lease. A number counts only as it is written by {@link #of}.
     *
     * @param workerId the worker id of the row
     * @param columns the texts; those under other names do not matter
     * @return the lease
     * @throws IllegalArgumentException if a text is missing or is no such value; its message is such as {@code TERM=x}
     */
    public static TimedLeaseRow read(long workerId, Map<String, String> columns) {
        Objects.requireNonNull(columns, "columns");
        LeaseRow row = new LeaseRow(
                workerId,
                read(columns, "TERM", LeaseColumns::number),
                read(columns, "RESERVED_THROUGH", LeaseColumns::number),
                read(columns, "NEXT_RESERVATION", LeaseColumns::number),
                read(columns, "LAYOUT", layout -> layout),
                read(columns, "HOLDER", holder -> holder),
                read(columns, "HELD", LeaseColumns::truth));
        return new TimedLeaseRow(
                row, read(columns, "ACQUIRED", Instant::parse), read(columns, "MODIFIED", Instant::parse));
    }

    private static <T> T read(Map<String, String> columns, String name, Function<String, T> reader) {
        String text = columns.get(name);
        if (text == null) {
            throw new IllegalArgumentException(name + "=null");
        }
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(name + "=" + text, e);
        }
    }

    private static long number(String text) {
        long number = Long.parseLong(text);
        if (!Long.toString(number).equals(text)) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
