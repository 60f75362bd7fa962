package org.uidgenerator.zookeeper;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.lease.LeaseRow;

/**
 * A lease as the text of its node, with one {@code NAME=value} per line and the names of the SQL columns.
 * {@code ACQUIRED} is missing in the write that takes the worker id, since only the server knows its time: it is the
 * moment of that write. {@code HOLDER} comes last, because it may go over several lines.
 *
 * @param row the lease
 * @param acquired when the worker id was taken, or null if this very text does that
 */
record LeaseText(LeaseRow row, @Nullable Instant acquired) {
    private static final Pattern LINES = Pattern.compile(
            "TERM=(-?\\d+)\nRESERVED_THROUGH=(-?\\d+)\nNEXT_RESERVATION=(-?\\d+)\nLAYOUT=([^\n]*)"
                    + "(?:\nACQUIRED=([^\n]*))?\nHELD=(true|false)\nHOLDER=(.*)",
            Pattern.DOTALL);

    /** Reads a lease; empty if the text is none. */
    static Optional<LeaseText> parse(long workerId, String text) {
        Matcher values = LINES.matcher(text);
        if (!values.matches()) {
            return Optional.empty();
        }
        try {
            LeaseRow row = LeaseRow.of(
                    workerId,
                    Long.parseLong(values.group(1)),
                    Long.parseLong(values.group(2)),
                    Long.parseLong(values.group(3)),
                    values.group(4),
                    values.group(7),
                    Boolean.parseBoolean(values.group(6)));
            String acquired = values.group(5);
            return Optional.of(new LeaseText(row, acquired == null ? null : Instant.parse(acquired)));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty(); // more digits than a long has, or no moment
        }
    }

    /** Returns the text, which {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(256)
                .append("TERM=")
                .append(row.term())
                .append("\nRESERVED_THROUGH=")
                .append(row.reservedThrough())
                .append("\nNEXT_RESERVATION=")
                .append(row.nextReservation())
                .append("\nLAYOUT=")
                .append(row.layout());
        if (acquired != null) {
            text.append("\nACQUIRED=").append(acquired);
        }
        return text.append("\nHELD=")
                .append(row.held())
                .append("\nHOLDER=")
                .append(row.holder())
                .toString();
    }
}
