package org.uidgenerator.redis;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.worker.lease.store.LeaseColumns;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/**
 * Reads a row out of a hash, which has the columns of the SQL table {@code WORKER_LEASE} for fields. The moments are
 * seconds and microseconds since 1970, {@code 1767225600.000001}.
 */
record LeaseHash(String key, long workerId, Map<String, String> fields) {
    /** Makes a hash of the values of {@link LeaseColumns#NAMES}, which are null if the hash lacks the field. */
    static LeaseHash of(String key, long workerId, List<@Nullable String> values) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (value != null) {
                fields.put(LeaseColumns.NAMES.get(i), value);
            }
        }
        return new LeaseHash(key, workerId, fields);
    }

    /** Makes a map of the names and values by turns that a script has read from a hash. */
    static Map<String, String> fields(List<String> namesAndValues) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            fields.put(namesAndValues.get(i), namesAndValues.get(i + 1));
        }
        return fields;
    }

    /** Reads the row, or throws a {@link StoreException} if the hash is not one that was written here. */
    TimedLeaseRow read() {
        Map<String, String> columns = new HashMap<>(fields);
        columns.computeIfPresent("ACQUIRED", (field, value) -> instant(value));
        columns.computeIfPresent("MODIFIED", (field, value) -> instant(value));
        try {
            return LeaseColumns.read(workerId, columns);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    OptionText.of(
                            "%s is no lease: %s; choose another {namespace}, or correct the field",
                            key, e.getMessage()),
                    e);
        }
    }

    private static String instant(String value) {
        String[] parts = value.split("\\.", -1);
        try {
            return Instant.ofEpochSecond(Long.parseLong(parts[0]), 1_000 * Long.parseLong(parts[1]))
                    .toString();
        } catch (IndexOutOfBoundsException | NumberFormatException | DateTimeException e) {
            return value; // which is refused
        }
    }
}
