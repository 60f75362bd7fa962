package org.uidgenerator.persistence.mongodb;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.EntityIds;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Sets the id of a document that is about to be inserted or saved, if it is annotated with {@link Uid} or
 * {@link UidSegment} and is {@code null} or 0. MongoDB stores it as a 64-bit integer, or as text if it is a
 * {@code String}. An immutable document is copied with the id, and {@code save} returns the copy. Documents within a
 * document have no ids of their own, so they are not filled.
 *
 * <p>As a bean it works for all repositories and templates of its context that are not reactive.
 */
public final class UidMongoCallback implements BeforeConvertCallback<Object> {
    private final EntityIds ids;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @param mappings Spring Data's view of the documents
     */
    public UidMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
        ids = new EntityIds(beans, mappings);
    }

    /**
     * Fills the id.
     *
     * @throws IllegalStateException if the id can hold no UID, or there is no such generator or counter
     */
    @Override
    public Object onBeforeConvert(Object document, String collection) {
        return ids.filled(document);
    }
}
