package org.uidgenerator.persistence.hibernate;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hibernate.HibernateException;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * The annotations of Spring Data and MyBatis, refused on attributes of entities: Hibernate does not know them, and
 * would store 0. An attribute may have them beside those of Hibernate. Created by Hibernate as a persistence unit
 * starts.
 */
public final class OtherAnnotations implements Integrator {
    /** Makes the check for Hibernate to call. */
    public OtherAnnotations() {}

    /**
     * Checks all attributes of the persistence unit.
     *
     * @throws HibernateException if one has an annotation that only others heed
     */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessions) {
        metadata.getEntityBindings().stream()
                .filter(PersistentClass::hasPojoRepresentation)
                .forEach(OtherAnnotations::check);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor sessions, SessionFactoryServiceRegistry services) {}

    private static void check(PersistentClass entity) {
        Stream.concat(Stream.ofNullable(entity.getIdentifierProperty()), entity.getPropertyClosure().stream())
                .filter(property -> !property.isSynthetic() && !property.isBackRef())
                .forEach(property -> check(entity, property));
    }

    private static void check(PersistentClass entity, Property property) {
        Member member = property.getGetter(entity.getMappedClass()).getMember();
        if (member instanceof AnnotatedElement attribute) {
            require(attribute, member, org.uidgenerator.persistence.Uid.class, List.of(Uid.class, ReactiveUid.class));
            require(attribute, member, org.uidgenerator.persistence.UidSegment.class, List.of(UidSegment.class));
        }
    }

    private static void require(
            AnnotatedElement attribute,
            Member member,
            Class<? extends Annotation> other,
            List<Class<? extends Annotation>> ours) {
        if (attribute.isAnnotationPresent(other) && ours.stream().noneMatch(attribute::isAnnotationPresent)) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "@%s of an entity must be that of Hibernate: %s.%s has %s; import %s",
                    other.getSimpleName(),
                    member.getDeclaringClass().getName(),
                    member.getName(),
                    other.getName(),
                    ours.get(0).getName()));
        }
    }
}
