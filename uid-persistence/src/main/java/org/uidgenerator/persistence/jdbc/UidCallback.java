package org.uidgenerator.persistence.jdbc;

import java.util.Locale;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.uidgenerator.UidGenerator;

/**
 * Sets the id of an aggregate root that is about to be saved to a UID, if it is annotated with {@link Uid} and is {@code
 * null} or 0. An immutable aggregate is copied with the id, and {@code save} returns the copy. Ids of the entities within an
 * aggregate are not filled, because Spring Data calls back for roots only.
 *
 * <p>As a bean it works for all repositories and templates of its context.
 */
public final class UidCallback implements BeforeConvertCallback<Object> {
    private final BeanFactory beans;
    private final RelationalMappingContext mappings;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that {@link Uid#value()}
     *     names. They are looked up when they are needed
     * @param mappings Spring Data's view of the entities
     */
    public UidCallback(BeanFactory beans, RelationalMappingContext mappings) {
        this.beans = beans;
        this.mappings = mappings;
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
        RelationalPersistentEntity<?> entity = mappings.getRequiredPersistentEntity(aggregate.getClass());
        RelationalPersistentProperty id = entity.getIdProperty();
        Uid annotation = id == null ? null : id.findAnnotation(Uid.class);
        if (id == null || annotation == null) {
            return aggregate;
        }
        requireLong(id);
        PersistentPropertyAccessor<Object> properties = entity.getPropertyAccessor(aggregate);
        Object value = properties.getProperty(id);
        if (value != null && (long) value != 0) {
            return aggregate;
        }
        properties.setProperty(id, generator(annotation.value()).getUID());
        return properties.getBean();
    }

    private static void requireLong(RelationalPersistentProperty id) {
        if (id.getType() != long.class && id.getType() != Long.class) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "@Uid must be on a long or Long: %s.%s is of type %s",
                    id.getOwner().getName(),
                    id.getName(),
                    id.getType().getSimpleName()));
        }
    }

    private UidGenerator generator(String name) {
        return name.isEmpty() ? beans.getBean(UidGenerator.class) : beans.getBean(name, UidGenerator.class);
    }
}
