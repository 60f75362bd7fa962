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
    static final String RESERVED_THROUGH = "RESERVED_THROUGH";
    static final String HOLDER = "HOLDER";
    private static final String NEXT_RESERVATION = "NEXT_RESERVATION";
    private static final String LAYOUT = "LAYOUT";
    private static final String HELD = "HELD";
    private static final String ACQUIRED = "ACQUIRED";
    private static final String MODIFIED = "MODIFIED";

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
        Map<String, AttributeValue> item = taken(row, now);
        item.putAll(Items.lease(namespace, row.workerId()));
        item.put(LAYOUT, Items.text(row.layout()));
        return item;
    }

    /** Returns what changes when a worker id is taken over. */
    static Map<String, AttributeValue> taken(LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = written(row, now);
        item.put(ACQUIRED, Items.text(now.toString()));
        return item;
    }

    /** Returns what changes under a term. */
    static Map<String, AttributeValue> written(LeaseRow row, Instant now) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put(TERM, Items.number(row.term()));
        item.put(RESERVED_THROUGH, Items.number(row.reservedThrough()));
        item.put(NEXT_RESERVATION, Items.number(row.nextReservation()));
        item.put(HOLDER, Items.text(row.holder()));
        item.put(HELD, AttributeValue.fromBool(row.held()));
        item.put(MODIFIED, Items.text(now.toString()));
        return item;
    }
}
