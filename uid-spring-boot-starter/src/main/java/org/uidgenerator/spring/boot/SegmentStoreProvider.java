package org.uidgenerator.spring.boot;

import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;

/**
 * A kind of store that counters are in, one of the values of {@code uid.segments.store}. What concerns counters in
 * general, as {@code uid.segments.min-step}, applies to all kinds.
 *
 * @param <P> the properties {@code uid.segments.<name>.*}
 */
public interface SegmentStoreProvider<P> extends StoreProvider<P> {
    /**
     * Opens a store. It is a bean that is closed after the generator of counters, if it can be closed.
     *
     * @param request what to open it on, and what is set
     * @param unknownTags what is to happen to a tag that has no counter, {@code uid.segments.unknown-tags}
     * @return the store
     * @throws IllegalArgumentException if something that is set breaks a rule, best an
     *     {@link org.uidgenerator.OptionException} that names the property
     * @throws org.uidgenerator.UidGenerateException if the store must not be used as it is; the message says what to do
     */
    SegmentStore open(StoreRequest<P> request, UnknownTags unknownTags);
}
