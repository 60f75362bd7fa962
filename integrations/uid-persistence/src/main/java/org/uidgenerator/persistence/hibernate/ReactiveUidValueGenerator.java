package org.uidgenerator.persistence.hibernate;

import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.hibernate.reactive.id.ReactiveIdentifierGenerator;
import org.hibernate.reactive.session.ReactiveConnectionSupplier;

/**
 * Makes the values of {@link ReactiveUid}. A UID that is ready is taken at once. A worker thread of Vert.x waits for
 * any other, and the session, which no other thread may use, continues on its context.
 */
public final class ReactiveUidValueGenerator extends UidValueGenerator implements ReactiveIdentifierGenerator<Object> {
    private static final long serialVersionUID = 1;

    /** Makes a generator for Hibernate to initialize. */
    public ReactiveUidValueGenerator() {}

    /** Refuses a set id, because Hibernate Reactive does not pass it to the generator. */
    @Override
    public boolean allowAssignedIdentifiers() {
        return false;
    }

    @Override
    public CompletionStage<Object> generate(ReactiveConnectionSupplier session, Object entity) {
        Object ready = readyValue();
        if (ready != null) {
            return CompletableFuture.completedFuture(ready);
        }
        return Vertx.currentContext().executeBlocking(this::nextValue, false).toCompletionStage();
    }
}
