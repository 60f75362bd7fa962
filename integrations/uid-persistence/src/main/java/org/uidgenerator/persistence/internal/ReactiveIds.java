package org.uidgenerator.persistence.internal;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.data.mapping.PersistentProperty;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.EntityIds.EmptyId;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Fills the ids of Spring Data's aggregate roots on threads that must not wait. What a source has ready is taken at
 * once. All that may wait is done by another thread: making the generator, asking the store of a counter, and waiting
 * for a UID.
 *
 * @param ids the annotated ids
 * @param sources where the UIDs of each id come from, as far as they have been found
 */
public record ReactiveIds(EntityIds ids, Map<PersistentProperty<?>, UidSource> sources) {
    /** Fills ids. */
    public ReactiveIds(EntityIds ids) {
        this(ids, new ConcurrentHashMap<>());
    }

    /**
     * Returns the root with its id, or the root itself if none is to be filled.
     *
     * @throws IllegalStateException if the id can hold no UID
     */
    public Mono<Object> filled(Object root) {
        EmptyId id = ids.emptyIdOf(root);
        if (id == null) {
            return Mono.just(root);
        }
        OptionalLong ready = takeReady(id.property());
        return ready.isPresent()
                ? Mono.just(id.filledWith(ready.getAsLong()))
                : Mono.fromSupplier(() -> filledWhenReady(id)).subscribeOn(Schedulers.boundedElastic());
    }

    private OptionalLong takeReady(PersistentProperty<?> property) {
        UidSource source = sources.get(property); // its counter may have been forgotten: then it is looked up again
        return source == null ? OptionalLong.empty() : ReadyUid.takeFrom(source);
    }

    private Object filledWhenReady(EmptyId id) {
        UidSource source = ids.sourceOf(id);
        sources.put(id.property(), source);
        return id.filledWith(source.getUID());
    }
}
