package org.uidgenerator.dynamodb;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.uidgenerator.worker.lease.LeaseColumns;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.StoredLease;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A lease as an item, whose attributes have the names of the SQL columns. */
final class LeaseItem {
    static final String TERM = "TERM";
    private static final String LAYOUT = "LAYOUT";
    private static final String ACQUIRED = "ACQUIRED";

    private LeaseItem() {}

    /**
     * Reads a lease.
     *
     * @throws IllegalArgumentException if the item is none
     */
    static StoredLease read(Map<String, AttributeValue> item) {
        Map<String, String> columns = new HashMap<>();
        item.forEach((name, value) -> columns.put(name, text(value)));
        return LeaseColumns.read(Items.number(item, Items.WORKER_ID).orElse(-1), columns);
    }

    private static String text(AttributeValue value) {
        String text = value.s() != null ? value.s() : value.n();
        return text != null ? text : String.valueOf(value.bool());
    }

    /** Returns a new item. */
    static Map<String, AttributeValue> added(String namespace, LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = attributes(row, now);
        item.putAll(Items.lease(namespace, row.workerId()));
        return item;
    }

    /** Returns what changes when a worker id is taken over. */
    static Map<String, AttributeValue> taken(LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = attributes(row, now);
        item.remove(LAYOUT);
        return item;
    }

    /** Returns what changes under a term. */
    static Map<String, AttributeValue> written(LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = taken(row, now);
        item.remove(ACQUIRED);
        return item;
    }

    private static Map<String, AttributeValue> attributes(LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = new HashMap<>();
        LeaseColumns.of(new StoredLease(row, now, now)).forEach((name, text) -> item.put(name, attribute(name, text)));
        return item;
    }

    private static AttributeValue attribute(String name, String text) {
        return switch (name) {
            case TERM, "RESERVED_THROUGH", "NEXT_RESERVATION" -> AttributeValue.fromN(text);
            case "HELD" -> AttributeValue.fromBool(Boolean.valueOf(text));
            default -> Items.text(text);
        };
    }
}
