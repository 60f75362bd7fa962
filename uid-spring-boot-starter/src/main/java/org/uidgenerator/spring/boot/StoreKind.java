package org.uidgenerator.spring.boot;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * A kind of store for worker ids, and the beans that stand for one. Libraries are known by name, since they may be
 * absent.
 */
enum StoreKind {
    /** A store of the application's own, whatever is behind it. */
    BEAN(
            "a WorkerLeaseStore",
            "uid-core",
            "org.uidgenerator.worker.lease.WorkerLeaseStore",
            "org.uidgenerator.worker.lease.WorkerLeaseStore"),

    SQL("a DataSource", "uid-worker-db", "org.uidgenerator.worker.db.JdbcLeaseStore", "javax.sql.DataSource"),

    REDIS(
            "a RedisClient, RedisClusterClient or RedisConnectionFactory",
            "uid-redis",
            "org.uidgenerator.redis.RedisLeaseStore",
            "io.lettuce.core.RedisClient",
            "io.lettuce.core.cluster.RedisClusterClient",
            "org.springframework.data.redis.connection.RedisConnectionFactory"),

    ZOOKEEPER(
            "a CuratorFramework",
            "uid-zookeeper",
            "org.uidgenerator.zookeeper.ZooKeeperLeaseStore",
            "org.apache.curator.framework.CuratorFramework");

    private final String beans;
    private final String module;
    private final String store;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<String> types;

    StoreKind(String beans, String module, String store, String... types) {
        this.beans = beans;
        this.module = module;
        this.store = store;
        this.types = List.of(types);
    }

    /** Returns what is wanted, with an article. */
    String beans() {
        return beans;
    }

    /** Returns the module that leases from such a store. */
    String module() {
        return module;
    }

    /** Returns whether that module is there. */
    boolean isSupported(@Nullable ClassLoader classLoader) {
        return store(classLoader).isPresent();
    }

    /** Returns the store that holds leases there, if its module is there. */
    Optional<Class<?>> store(@Nullable ClassLoader classLoader) {
        return load(store, classLoader);
    }

    /** Returns those types of beans that are there. */
    Stream<Class<?>> types(@Nullable ClassLoader classLoader) {
        return types.stream().flatMap(type -> load(type, classLoader).stream());
    }

    private static Optional<Class<?>> load(String type, @Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(type, classLoader)
                ? Optional.of(ClassUtils.resolveClassName(type, classLoader))
                : Optional.empty();
    }
}
