package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Locale;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;

/** Makes the values of {@link Uid}. It asks no database for them, so Hibernate can batch the inserts. */
public final class UidValueGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<Uid> {
    /** The persistence unit's setting whose value is the {@link UidGenerator} itself, not its name. */
    public static final String SETTING = "org.uidgenerator.generator";

    private static final long serialVersionUID = 1;

    @SuppressWarnings("NullAway.Init") // Hibernate calls initialize() before anything else, and never serializes.
    private transient UidGenerator generator;

    /** Makes a generator for Hibernate to initialize. */
    public UidValueGenerator() {}

    @Override
    public void initialize(Uid annotation, Member member, GeneratorCreationContext context) {
        Class<?> type = member instanceof Method getter ? getter.getReturnType() : ((Field) member).getType();
        if (type != long.class && type != Long.class) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "@Uid must be on a long or Long: %s.%s is of type %s",
                    member.getDeclaringClass().getName(),
                    member.getName(),
                    type.getSimpleName()));
        }
        generator = new GeneratorLookup(context.getServiceRegistry()).find(annotation.value());
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
        return generator.getUID();
    }
}
