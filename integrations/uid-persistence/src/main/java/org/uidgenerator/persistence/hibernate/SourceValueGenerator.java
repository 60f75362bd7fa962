package org.uidgenerator.persistence.hibernate;

import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidSource;

/** Fills an attribute from a source of UIDs when its entity is inserted. */
abstract sealed class SourceValueGenerator implements BeforeExecutionGenerator
        permits UidValueGenerator, UidSegmentValueGenerator {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("NullAway.Init") // Hibernate calls initialize() before anything else, and never serializes.
    private transient UidAttribute attribute;

    @SuppressWarnings("NullAway.Init")
    private transient UidSource source;

    /** Called by the subclass as it is initialized. */
    final void fill(UidAttribute attribute, UidSource source) {
        this.attribute = attribute;
        this.source = source;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return attribute.value(source.getUID());
    }
}
