package org.uidgenerator.persistence.hibernate;

import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.OptionalLong;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.UidTarget;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Makes the values of {@link Uid} and {@link UidSegment} when an entity is inserted. It asks no database for each of
 * them, so Hibernate can batch the inserts.
 */
public sealed class UidValueGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<Annotation>
        permits ReactiveUidValueGenerator {
    /** The persistence unit's setting whose value is the {@link UidGenerator} itself, not its name. */
    public static final String SETTING = "org.uidgenerator.generator";

    /** The persistence unit's setting whose value is the {@link SegmentIdGenerator} itself. */
    public static final String SEGMENTS_SETTING = "org.uidgenerator.segments";

    private static final long serialVersionUID = 1;

    @SuppressWarnings("NullAway.Init") // Hibernate calls initialize() before anything else, and never serializes.
    private transient UidTarget attribute;

    @SuppressWarnings("NullAway.Init")
    private transient SourceLookup sources;

    private transient volatile @Nullable UidSource source;

    /** Makes a generator for Hibernate to initialize. */
    public UidValueGenerator() {}

    /**
     * Reads the annotation. Without a setting and a bean container, such as when Spring processes repositories ahead of
     * time, the source is looked up for the first value.
     *
     * @throws HibernateException if the attribute can hold no UID, or there is no such source
     */
    @Override
    public final void initialize(Annotation annotation, Member member, GeneratorCreationContext context) {
        boolean counted = annotation instanceof UidSegment;
        String value = annotation instanceof UidSegment segment
                ? segment.value()
                : annotation instanceof Uid uid ? uid.value() : ((ReactiveUid) annotation).value();
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
        OptionalLong uid = UidTarget.takeReady(source);
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
    public final EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public final Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return currentValue == null || UidTarget.isEmpty(currentValue) ? nextValue() : currentValue;
    }
}
