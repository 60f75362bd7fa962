package org.uidgenerator.persistence.jdbc;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.EntityIds;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Sets the id of an aggregate root that is about to be saved, if it is annotated with {@link Uid} or {@link UidSegment}
 * and is {@code null} or 0. An immutable aggregate is copied with the id, and {@code save} returns the copy. Ids of the
 * entities within an aggregate are not filled, because Spring Data calls back for roots only.
 *
 * <p>As a bean it works for all repositories and templates of its context.
 */
public final class UidCallback implements BeforeConvertCallback<Object> {
    private final EntityIds ids;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @param mappings Spring Data's view of the entities
     */
    public UidCallback(BeanFactory beans, RelationalMappingContext mappings) {
        ids = new EntityIds(beans, mappings);
    }

    /**
     * Fills the id.
     *
     * @throws IllegalStateException if the id can hold no UID, or there is no such generator or counter
     */
    @Override
    public Object onBeforeConvert(Object aggregate) {
        return ids.filled(aggregate);
    }
}
