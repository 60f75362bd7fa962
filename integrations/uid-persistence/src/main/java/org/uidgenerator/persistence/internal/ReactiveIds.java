package org.uidgenerator.persistence.internal;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.context.MappingContext;
import org.uidgenerator.UidSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The annotated ids of Spring Data's aggregate roots, filled on threads that must not wait. What a source has ready is
 * taken at once. All that may wait is done by another thread: making the generator, asking the store of a counter, and
 * waiting for a UID.
 */
public final class ReactiveIds extends EntityIds {
    private final Map<PersistentProperty<?>, UidSource> found = new ConcurrentHashMap<>();

    /** Looks at ids as {@link EntityIds} does. */
    public ReactiveIds(
            BeanFactory beans,
            MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> mappings) {
        super(beans, mappings);
    }

    /** Returns the root with its id, or the root itself if none is to be filled. Refuses an id that can hold no UID. */
    public Mono<Object> filledLater(Object root) {
        EmptyId id = emptyIdOf(root);
        if (id == null) {
            return Mono.just(root);
        }
        OptionalLong ready = UidTarget.takeReady(found.get(id.property())); // its counter may have been forgotten
        return ready.isPresent()
                ? Mono.just(id.filledWith(ready.getAsLong()))
                : Mono.fromSupplier(() -> filledWhenReady(id)).subscribeOn(Schedulers.boundedElastic());
    }

    private Object filledWhenReady(EmptyId id) {
        UidSource source = sourceOf(id);
        found.put(id.property(), source);
        return id.filledWith(source.getUID());
    }
}
