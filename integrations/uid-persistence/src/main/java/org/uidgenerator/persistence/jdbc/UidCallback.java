package org.uidgenerator.persistence.jdbc;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;

/**
 * Sets the id of an aggregate root that is about to be saved, if it is annotated with {@link Uid} or {@link UidSegment}
 * and is {@code null} or 0. An immutable aggregate is copied with the id, and {@code save} returns the copy. Ids of the
 * entities within an aggregate are not filled, because Spring Data calls back for roots only.
 *
 * <p>As a bean it works for all repositories and templates of its context.
 */
public final class UidCallback implements BeforeConvertCallback<Object> {
    private final BeanFactory beans;
    private final RelationalMappingContext mappings;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @param mappings Spring Data's view of the entities
     */
    public UidCallback(BeanFactory beans, RelationalMappingContext mappings) {
        this.beans = Objects.requireNonNull(beans, "beans");
        this.mappings = Objects.requireNonNull(mappings, "mappings");
    }

    /**
     * Fills the id.
     *
     * @throws IllegalStateException if the id can hold no UID, or there is no such generator or counter
     */
    @Override
    public Object onBeforeConvert(Object aggregate) {
        RelationalPersistentEntity<?> entity = mappings.getRequiredPersistentEntity(aggregate.getClass());
        RelationalPersistentProperty id = entity.getIdProperty();
        if (id == null || !(id.isAnnotationPresent(Uid.class) || id.isAnnotationPresent(UidSegment.class))) {
            return aggregate;
        }
        requireRoom(id);
        PersistentPropertyAccessor<Object> properties = entity.getPropertyAccessor(aggregate);
        Object value = properties.getProperty(id);
        if (value != null && !value.equals(0L)) {
            return aggregate;
        }
        long uid = source(id).getUID();
        properties.setProperty(id, id.getType() == String.class ? Long.toString(uid) : (Object) uid);
        return properties.getBean();
    }

    private static void requireRoom(RelationalPersistentProperty id) {
        Class<?> type = id.getType();
        if (type != long.class && type != Long.class && type != String.class) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s must be on a long, Long or String: %s is of type %s",
                    annotation(id),
                    name(id),
                    type.getSimpleName()));
        }
    }

    private static String annotation(RelationalPersistentProperty id) {
        Uid uid = id.findAnnotation(Uid.class);
        if (uid != null) {
            return uid.value().isEmpty() ? "@Uid" : "@Uid(\"" + uid.value() + "\")";
        }
        return "@UidSegment(\"" + id.getRequiredAnnotation(UidSegment.class).value() + "\")";
    }

    private static String name(RelationalPersistentProperty id) {
        return id.getOwner().getName() + "." + id.getName();
    }

    private UidSource source(RelationalPersistentProperty id) {
        Uid uid = id.findAnnotation(Uid.class);
        return uid != null
                ? bean(id, UidGenerator.class, uid.value())
                : tag(id, id.getRequiredAnnotation(UidSegment.class).value());
    }

    private UidSource tag(RelationalPersistentProperty id, String tag) {
        SegmentIdGenerator segments = bean(id, SegmentIdGenerator.class, "");
        try {
            return segments.tag(tag);
        } catch (IllegalArgumentException | UidGenerateException e) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "%s on %s: %s; tags in use: %s",
                            annotation(id),
                            name(id),
                            e.getMessage(),
                            segments.status().stream().map(SegmentStatus::tag).toList()),
                    e);
        }
    }

    private <T> T bean(RelationalPersistentProperty id, Class<T> type, String name) {
        try {
            return name.isEmpty() ? beans.getBean(type) : beans.getBean(name, type);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException e) {
            String wanted = (name.isEmpty() ? "one bean" : "a bean") + " of type " + type.getSimpleName()
                    + (name.isEmpty() ? "" : " named " + name);
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT, "%s on %s needs %s%s", annotation(id), name(id), wanted, candidates(type)),
                    e);
        }
    }

    private String candidates(Class<?> type) {
        List<String> found = beans instanceof ListableBeanFactory listable
                ? List.of(listable.getBeanNamesForType(type, true, false))
                : List.of();
        return switch (found.size()) {
            case 0 -> ": there is none";
            case 1 -> ": found " + found.get(0);
            default -> ": found " + String.join(", ", found) + "; name one of them, or make one the primary bean";
        };
    }
}
