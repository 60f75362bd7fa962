package org.uidgenerator.persistence.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;

/** The annotated ids of Spring Data's aggregate roots. */
public sealed class EntityIds permits ReactiveIds {
    private final UidSources sources;
    private final MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> mappings;

    /** Looks at ids of entities that Spring Data maps. */
    public EntityIds(
            BeanFactory beans,
            MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> mappings) {
        sources = new BeanSources(beans);
        this.mappings = Objects.requireNonNull(mappings, "mappings");
    }

    /**
     * Returns the id that is to be filled, or null if there is none: it is not annotated, or is set.
     *
     * @throws IllegalStateException if it can hold no UID
     */
    @Nullable
    final EmptyId emptyIdOf(Object root) {
        PersistentEntity<?, ?> entity = mappings.getRequiredPersistentEntity(root.getClass());
        PersistentProperty<?> id = entity.getIdProperty();
        if (id == null) {
            return null;
        }
        UidTarget target = UidTarget.of(
                id.findAnnotation(Uid.class),
                id.findAnnotation(UidSegment.class),
                id.getOwner().getType(),
                id.getName(),
                id.getType());
        if (target == null) {
            return null;
        }
        PersistentPropertyAccessor<Object> properties = entity.getPropertyAccessor(root);
        return UidTarget.isEmpty(properties.getProperty(id)) ? new EmptyId(id, target, properties) : null;
    }

    /**
     * Returns the root with its id, or the root itself if none is to be filled. Waits for a UID.
     *
     * @throws IllegalStateException if the id can hold no UID, or there is no such generator or counter
     */
    public final Object filled(Object root) {
        EmptyId id = emptyIdOf(root);
        return id == null ? root : id.filledWith(sourceOf(id).getUID());
    }

    /**
     * Finds what hands out the UIDs of an id. This may take as long as the store of a counter does.
     *
     * @throws IllegalStateException if there is no such generator or counter
     */
    final UidSource sourceOf(EmptyId id) {
        return id.target().find(sources);
    }

    /** An id that is to be filled. Its property is the same one for all roots of a class. */
    record EmptyId(PersistentProperty<?> property, UidTarget target, PersistentPropertyAccessor<Object> properties) {
        /** Returns the root with the id: the same one or, if it is immutable, a copy. */
        Object filledWith(long uid) {
            properties.setProperty(property, target.value(uid));
            return properties.getBean();
        }
    }
}
