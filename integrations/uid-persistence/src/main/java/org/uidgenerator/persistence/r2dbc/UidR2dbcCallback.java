package org.uidgenerator.persistence.r2dbc;

import org.reactivestreams.Publisher;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.ReactiveIds;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Sets the id of an entity that is about to be saved, if it is annotated with {@link Uid} or {@link UidSegment} and is
 * {@code null} or 0. An immutable entity is copied with the id, and {@code save} emits the copy.
 *
 * <p>It does not block an event loop. If no UID is ready, or the generator or counter has not been looked up before,
 * the rest runs on {@link reactor.core.scheduler.Schedulers#boundedElastic()}.
 *
 * <p>As a bean it works for all repositories and templates of its context.
 */
public final class UidR2dbcCallback implements BeforeConvertCallback<Object> {
    private final ReactiveIds ids;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @param mappings Spring Data's view of the entities
     */
    public UidR2dbcCallback(BeanFactory beans, R2dbcMappingContext mappings) {
        ids = new ReactiveIds(beans, mappings);
    }

    /**
     * Fills the id.
     *
     * @return the entity with its id; it fails with an {@link IllegalStateException} if there is no such generator or
     *     counter, and with what {@link UidGenerator#getUID()} throws
     * @throws IllegalStateException if the id can hold no UID
     */
    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return ids.filledLater(entity);
    }
}
