package org.uidgenerator.redis;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.LeaseStoreException;
import org.uidgenerator.worker.lease.StoredLease;

/** Reads a row out of a hash, which has the columns of the SQL table {@code WORKER_LEASE} for fields. */
record LeaseHash(String key, long workerId, Map<String, String> fields) {
    /** Those that {@link LeaseScript#READ} reads, in its order. */
    static final List<String> FIELDS =
            List.of("TERM", "RESERVED_THROUGH", "NEXT_RESERVATION", "LAYOUT", "HOLDER", "HELD", "ACQUIRED", "MODIFIED");

    /** Makes a hash of the values of all fields, which are null where the hash lacks the field. */
    static LeaseHash of(String key, long workerId, List<@Nullable String> values) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < FIELDS.size(); i++) {
            String value = values.get(i);
            if (value != null) {
                fields.put(FIELDS.get(i), value);
            }
        }
        return new LeaseHash(key, workerId, fields);
    }

    /**
     * Reads the row.
     *
     * @throws LeaseStoreException if the hash is not one that was written here
     */
    StoredLease read() {
        LeaseRow row = LeaseRow.of(
                workerId,
                number("TERM"),
                number("RESERVED_THROUGH"),
                number("NEXT_RESERVATION"),
                text("LAYOUT"),
                text("HOLDER"),
                truth("HELD"));
        return new StoredLease(row, instant("ACQUIRED"), instant("MODIFIED"));
    }

    private String text(String field) {
        String value = fields.get(field);
        if (value == null) {
            throw foreign(field, value, null);
        }
        return value;
    }

    /** Accepts a number only as it is written here, because the scripts compare text. */
    private long number(String field) {
        String value = text(field);
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw foreign(field, value, e);
        }
        if (!Long.toString(number).equals(value)) {
            throw foreign(field, value, null);
        }
        return number;
    }

    private boolean truth(String field) {
        String value = text(field);
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw foreign(field, value, null);
        };
    }

    /** Reads seconds and microseconds since 1970, {@code 1767225600.000001}. */
    private Instant instant(String field) {
        String value = text(field);
        String[] parts = value.split("\\.", -1);
        try {
            return Instant.ofEpochSecond(Long.parseLong(parts[0]), 1_000 * Long.parseLong(parts[1]));
        } catch (IndexOutOfBoundsException | NumberFormatException | DateTimeException e) {
            throw foreign(field, value, e);
        }
    }

    private LeaseStoreException foreign(String field, @Nullable String value, @Nullable Throwable cause) {
        return new LeaseStoreException(
                OptionText.of(
                        "%s is no lease: %s=%s; choose another {namespace}, or correct the field", key, field, value),
                cause);
    }
}
