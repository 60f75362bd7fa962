package org.uidgenerator.persistence.mongodb;

import org.reactivestreams.Publisher;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.ReactiveBeforeConvertCallback;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.internal.ReactiveIds;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Sets the id of a document that is about to be inserted or saved by a reactive template or repository, as
 * {@link UidMongoCallback} does, and without blocking an event loop. If no UID is ready, or the generator or counter
 * has not been looked up before, the rest runs on {@link reactor.core.scheduler.Schedulers#boundedElastic()}.
 *
 * <p>As a bean it works for all reactive repositories and templates of its context.
 */
public final class UidReactiveMongoCallback implements ReactiveBeforeConvertCallback<Object> {
    private final ReactiveIds ids;

    /**
     * Makes a callback.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @param mappings Spring Data's view of the documents
     */
    public UidReactiveMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
        ids = new ReactiveIds(beans, mappings);
    }

    /**
     * Fills the id.
     *
     * @return the document with its id; it fails with an {@link IllegalStateException} if there is no such generator or
     *     counter, and with what {@link UidGenerator#getUID()} throws
     * @throws IllegalStateException if the id can hold no UID
     */
    @Override
    public Publisher<Object> onBeforeConvert(Object document, String collection) {
        return ids.filledLater(document);
    }
}
