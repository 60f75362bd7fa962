package org.uidgenerator.dynamodb;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What items are made of. */
final class Items {
    /** The partition key: a namespace, or what is kept beside the leases of one. */
    static final String NAMESPACE = "NAMESPACE";

    /** The sort key. */
    static final String WORKER_ID = "WORKER_ID";

    /** No namespace has it, so it begins the partition of what is kept beside leases. */
    private static final String MARK = "@";

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
