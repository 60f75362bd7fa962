package org.uidgenerator.zookeeper;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.lease.store.LeaseColumns;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/**
 * A lease as the text of its node, with one {@code NAME=value} per line and the names of the SQL columns.
 * {@code MODIFIED} is that of the node, and {@code ACQUIRED}, too, in the write that takes the worker id, since only
 * the server knows its time. {@code HOLDER} comes last, because it may go over several lines.
 */
final class LeaseText {
    private static final String HOLDER = "\nHOLDER=";

    private LeaseText() {}

    /** Reads a lease, or throws an {@link IllegalArgumentException} if the text is none. */
    static TimedLeaseRow read(long workerId, Node node) {
        String modified = node.modified().toString();
        Map<String, String> columns = new HashMap<>(Map.of("ACQUIRED", modified, "MODIFIED", modified));
        int end = node.text().indexOf(HOLDER);
        if (end >= 0) {
            columns.put("HOLDER", node.text().substring(end + HOLDER.length()));
            for (String line : node.text().substring(0, end).split("\n", -1)) {
                String[] nameAndValue = line.split("=", 2);
                columns.put(nameAndValue[0], nameAndValue[nameAndValue.length - 1]);
            }
        }
        return LeaseColumns.read(workerId, columns);
    }

    /** Returns the text of a lease that was acquired then; null if this very text takes the worker id. */
    static String of(LeaseRow row, @Nullable Instant acquired) {
        Instant moment = Objects.requireNonNullElse(acquired, Instant.EPOCH);
        return LeaseColumns.of(new TimedLeaseRow(row, moment, moment)).entrySet().stream()
                .filter(column -> !column.getKey().equals("MODIFIED"))
                .filter(column -> acquired != null || !column.getKey().equals("ACQUIRED"))
                .map(Map.Entry::toString)
                .collect(Collectors.joining("\n"));
    }
}
