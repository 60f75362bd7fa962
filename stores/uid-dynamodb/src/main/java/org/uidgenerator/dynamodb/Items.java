package org.uidgenerator.dynamodb;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.uidgenerator.worker.lease.store.LeaseColumns;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of a table. A lease has the names of the SQL columns for attributes. */
final class Items {
    /** The partition key: a namespace, or what is kept beside the leases of one. */
    static final String NAMESPACE = "NAMESPACE";

    /** The sort key. */
    static final String WORKER_ID = "WORKER_ID";

    /** No namespace has it, so it begins the partition of what is kept beside leases. */
    private static final String MARK = "@";

    static final String TERM = "TERM";

    private Items() {}

    static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue number(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }

    /** Returns the key of the lease of a worker id. */
    static Map<String, AttributeValue> lease(String namespace, long workerId) {
        return Map.of(NAMESPACE, text(namespace), WORKER_ID, number(workerId));
    }

    /** Returns the key of something that is kept beside the leases. */
    static Map<String, AttributeValue> beside(String namespace, long which) {
        return lease(MARK + namespace, which);
    }

    /** Reads a lease, or throws an {@link IllegalArgumentException} if the item is none. */
    static TimedLeaseRow read(Map<String, AttributeValue> item) {
        Map<String, String> columns = new HashMap<>();
        item.forEach((name, value) -> columns.put(name, anyText(value)));
        return LeaseColumns.read(number(item, WORKER_ID).orElse(-1), columns);
    }

    private static String anyText(AttributeValue value) {
        String text = value.s() != null ? value.s() : value.n();
        return text != null ? text : String.valueOf(value.bool());
    }

    /** Returns the attributes of a lease without its key, and without those that a write leaves unchanged. */
    static Map<String, AttributeValue> attributes(LeaseRow row, Instant now, String... unchanged) {
        Map<String, AttributeValue> item = new HashMap<>();
        LeaseColumns.of(new TimedLeaseRow(row, now, now))
                .forEach((name, text) -> item.put(name, attribute(name, text)));
        item.keySet().removeAll(Set.of(unchanged));
        return item;
    }

    private static AttributeValue attribute(String name, String text) {
        return switch (name) {
            case TERM, "RESERVED_THROUGH", "NEXT_RESERVATION" -> AttributeValue.fromN(text);
            case "HELD" -> AttributeValue.fromBool(Boolean.valueOf(text));
            default -> text(text);
        };
    }

    static Optional<String> text(Map<String, AttributeValue> item, String name) {
        return Optional.ofNullable(item.get(name)).map(AttributeValue::s);
    }

    /** Reads a number; empty if there is none, or one that is no long. */
    static OptionalLong number(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.n() == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(value.n()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
