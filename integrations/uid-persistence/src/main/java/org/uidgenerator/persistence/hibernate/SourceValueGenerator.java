package org.uidgenerator.persistence.hibernate;

import java.util.EnumSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.UidTarget;

/** Fills an attribute from a source of UIDs when its entity is inserted. */
abstract sealed class SourceValueGenerator implements BeforeExecutionGenerator
        permits UidValueGenerator, UidSegmentValueGenerator {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("NullAway.Init") // Hibernate calls initialize() before anything else, and never serializes.
    private transient UidTarget attribute;

    @SuppressWarnings("NullAway.Init")
    private transient UidSource source;

    /**
     * Called by the subclass as it is initialized.
     *
     * @throws HibernateException if the attribute can hold no UID, or there is no such source
     */
    final void fill(Supplier<UidTarget> attribute, Function<UidTarget, UidSource> source) {
        try {
            this.attribute = attribute.get();
            this.source = source.apply(this.attribute);
        } catch (IllegalStateException e) {
            throw new HibernateException(e.getMessage(), e);
        }
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
