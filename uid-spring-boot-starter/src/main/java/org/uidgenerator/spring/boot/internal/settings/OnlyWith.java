package org.uidgenerator.spring.boot.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Marks a property that has an effect only where another one has certain values. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface OnlyWith {
    Case value();

    /** A decision that must have been made, for one of several values. */
    enum Case {
        CACHED(Decision.TYPE, "cached"),
        UNBUFFERED(Decision.TYPE, "unbuffered"),
        /** Generators that make UIDs themselves. */
        LOCAL(Decision.TYPE, "cached", "unbuffered"),
        REMOTE(Decision.TYPE, "remote"),

        WAIT_THEN_REFUSE(Decision.CLOCK_POLICY, "wait-then-refuse"),
        UNUSED_SEQUENCES(Decision.CLOCK_POLICY, "unused-sequences"),
        EXTENSION_BITS(Decision.CLOCK_POLICY, "extension-bits"),

        LEASED(Decision.ASSIGNER, "leased"),
        FIXED(Decision.ASSIGNER, "fixed"),
        ENV(Decision.ASSIGNER, "env"),
        /** Worker ids that are set, not leased. */
        STATIC(Decision.ASSIGNER, "fixed", "env", "statefulset"),
        /** Worker ids that are of a namespace. */
        OF_NAMESPACE(Decision.ASSIGNER, "leased", "fixed", "env", "statefulset"),
        /** Worker ids that a table or another store gives. */
        STORED(Decision.ASSIGNER, "leased", "disposable");

        final Decision decision;

        @SuppressWarnings("ImmutableEnumChecker") // an immutable list
        final List<String> values;

        Case(Decision decision, String... values) {
            this.decision = decision;
            this.values = List.of(values);
        }
    }

    /** A decision on whether other properties have an effect. */
    enum Decision {
        TYPE(null, "type", "client.servers", "client.service-id"),
        CLOCK_POLICY(TYPE, "clock.policy"),
        ASSIGNER(null, "worker.assigner", "worker.id", "worker.variable"),
        LEASE_STORE(ASSIGNER, "worker.store"),
        COUNTER_STORE(null, "segments.store");

        private final @Nullable Decision before;

        @SuppressWarnings("ImmutableEnumChecker") // an immutable list
        final List<String> properties;

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

        /** Returns all properties that it depends on. */
        Stream<String> allProperties() {
            return before == null ? properties.stream() : Stream.concat(properties.stream(), before.allProperties());
        }
    }
}
