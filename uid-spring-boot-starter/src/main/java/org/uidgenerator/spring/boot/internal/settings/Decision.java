package org.uidgenerator.spring.boot.internal.settings;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** What decides whether other properties have an effect. */
enum Decision {
    TYPE(null, "type", "client.servers", "client.service-id"),
    CLOCK_POLICY(TYPE, "clock.policy"),
    ASSIGNER(null, "worker.assigner", "worker.id", "worker.variable"),
    LEASE_STORE(ASSIGNER, "worker.store"),
    COUNTER_STORE(null, "segments.store");

    private final @Nullable Decision before;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<String> properties;

    /**
     * @param before what must have been decided first
     * @param properties what says it, without {@code uid.}: in so many words the first one, else any other
     */
    Decision(@Nullable Decision before, String... properties) {
        this.before = before;
        this.properties = List.of(properties);
    }

    /** Returns the property that says it in so many words. */
    String property() {
        return properties.get(0);
    }

    /** Returns whether a property, of any generator, says it in so many words. */
    boolean says(ConfigurationPropertyName name) {
        return name.toString().endsWith("." + property());
    }

    /** Returns the properties that say it. */
    List<String> properties() {
        return properties;
    }

    /** Returns all properties that it depends on. */
    Stream<String> allProperties() {
        return before == null ? properties.stream() : Stream.concat(properties.stream(), before.allProperties());
    }
}
