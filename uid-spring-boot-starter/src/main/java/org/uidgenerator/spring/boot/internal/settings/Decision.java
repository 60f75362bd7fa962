package org.uidgenerator.spring.boot.internal.settings;

import java.util.List;
import java.util.stream.Stream;

/** What decides whether other properties have an effect. */
public enum Decision {
    TYPE("type", "client.servers", "client.service-id"),
    CLOCK_POLICY("clock.policy", "type", "client.servers", "client.service-id"),
    ASSIGNER("worker.assigner", "worker.id", "worker.variable"),
    LEASE_STORE("worker.store", "worker.assigner", "worker.id", "worker.variable"),
    COUNTER_STORE("segments.store");

    private final String property;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<String> properties;

    Decision(String property, String... others) {
        this.property = property;
        properties = Stream.concat(Stream.of(property), Stream.of(others)).toList();
    }

    /** Returns the property that says it, without {@code uid.}. */
    public String property() {
        return property;
    }

    /** Returns all properties that it depends on. */
    public List<String> properties() {
        return properties;
    }
}
