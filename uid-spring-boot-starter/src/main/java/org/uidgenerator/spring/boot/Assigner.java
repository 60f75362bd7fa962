package org.uidgenerator.spring.boot;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The values of {@code uid.worker.assigner}. */
enum Assigner {
    /** Leased from a WorkerLeaseStore bean: any store, of which the starter knows nothing. */
    BEAN(() -> LeasedWorkerIds.class, UidBeans.ASSIGNERS, StoreKind.BEAN),

    /** Leased from a table and given back: as many worker ids as processes. */
    LEASED(() -> LeasedWorkerIds.class, UidBeans.ASSIGNERS, StoreKind.SQL),

    /** A new one from a table at each launch: nothing to renew, but launches use worker ids up. */
    DISPOSABLE(() -> DisposableWorkerIdAssigner.class, UidBeans.ASSIGNERS, StoreKind.SQL),

    /** Leased from Redis, with uid-redis: what Redis may lose is in docs/redis.md. */
    REDIS(() -> LeasedWorkerIds.class, UidBeans.REDIS, StoreKind.REDIS),

    /** Leased from ZooKeeper, with uid-zookeeper. */
    ZOOKEEPER(() -> LeasedWorkerIds.class, UidBeans.ZOOKEEPER, StoreKind.ZOOKEEPER),

    /** The one in the configuration: no store, but processes must have different ones. */
    FIXED(() -> StaticWorkerIdAssigner.class, UidBeans.ASSIGNERS, null),

    /** The one in an environment variable: no store, but processes must have different ones. */
    ENV(() -> StaticWorkerIdAssigner.class, UidBeans.ASSIGNERS, null),

    /** The ordinal of the Kubernetes pod: no store, but the StatefulSet has an id space of its own. */
    STATEFULSET(() -> StaticWorkerIdAssigner.class, UidBeans.ASSIGNERS, null);

    /** Those that lease, one for each kind of store, the preferred one first. */
    static final List<Assigner> LEASING = List.of(BEAN, LEASED, REDIS, ZOOKEEPER);

    /** Asked when it is wanted: its module may be absent. */
    @SuppressWarnings("ImmutableEnumChecker") // a supplier of a constant
    private final Supplier<Class<? extends WorkerIdAssigner>> type;

    private final String maker;
    private final @Nullable StoreKind store;

    Assigner(Supplier<Class<? extends WorkerIdAssigner>> type, String maker, @Nullable StoreKind store) {
        this.type = type;
        this.maker = maker;
        this.store = store;
    }

    /** Returns the class of the bean, whose module must be there. */
    Class<? extends WorkerIdAssigner> type() {
        return type.get();
    }

    /** Returns the name of the bean that has the factory method. */
    String maker() {
        return maker;
    }

    /** Returns the kind of store that it needs, if it needs one. */
    Optional<StoreKind> store() {
        return Optional.ofNullable(store);
    }

    /** Returns whether each generator gets the same worker id from it. */
    boolean givesOneWorkerId() {
        return store == null;
    }

    /** Returns what the properties say, in so many words or by what else is set. */
    static Optional<Assigner> said(@Nullable Assigner chosen, @Nullable Long id, @Nullable String variable) {
        if (chosen != null) {
            return Optional.of(chosen);
        }
        if (id != null) {
            return Optional.of(FIXED);
        }
        return variable != null ? Optional.of(ENV) : Optional.empty();
    }

    /** Returns the value of the property. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
