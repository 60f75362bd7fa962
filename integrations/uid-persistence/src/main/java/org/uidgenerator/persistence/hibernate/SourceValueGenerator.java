package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.OptionalLong;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.ReadyUid;
import org.uidgenerator.persistence.internal.UidTarget;

/** Fills an attribute from a source of UIDs when its entity is inserted. */
abstract sealed class SourceValueGenerator implements BeforeExecutionGenerator
        permits UidValueGenerator, UidSegmentValueGenerator, ReactiveUidValueGenerator {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("NullAway.Init") // Hibernate calls initialize() before anything else, and never serializes.
    private transient UidTarget attribute;

    @SuppressWarnings("NullAway.Init")
    private transient SourceLookup sources;

    private transient volatile @Nullable UidSource source;

    /**
     * Called by the subclass as it is initialized. Without a setting and a bean container, as where Spring processes
     * repositories ahead of time, the source is looked up for the first value.
     *
     * @param counted whether a counter fills it, or else a generator
     * @param value the tag of the counter, or the name of the generator, empty if there is only one
     * @throws HibernateException if the attribute can hold no UID, or there is no such source
     */
    final void fill(boolean counted, String value, Member member, GeneratorCreationContext context) {
        // The type in the entity, which may inherit the attribute as one of a type parameter.
        Class<?> type = context.getProperty().getType().getReturnedClass();
        try {
            attribute = new UidTarget(counted, value, member.getDeclaringClass(), member.getName(), type);
            sources = new SourceLookup(context.getServiceRegistry());
            if (sources.hasAny(attribute.sourceType())) {
                source();
            }
        } catch (IllegalStateException e) {
            throw new HibernateException(e.getMessage(), e);
        }
    }

    private UidSource source() {
        UidSource known = source;
        if (known == null) {
            known = attribute.find(sources); // the same one if two threads look it up
            source = known;
        }
        return known;
    }

    /** Returns a value, or null if only a thread that may wait can make one. */
    final @Nullable Object readyValue() {
        UidSource known = source;
        OptionalLong uid = known == null ? OptionalLong.empty() : ReadyUid.takeFrom(known);
        return uid.isPresent() ? attribute.value(uid.getAsLong()) : null;
    }

    /** Returns a value, and waits for it if need be. */
    final Object nextValue() {
        return attribute.value(source().getUID());
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
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
        return currentValue == null || UidTarget.isEmpty(currentValue) ? nextValue() : currentValue;
    }
}
