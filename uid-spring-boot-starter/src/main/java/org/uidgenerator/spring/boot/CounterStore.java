package org.uidgenerator.spring.boot;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/**
 * The values of {@code uid.segments.store}, the preferred one first. Libraries are known by name, since they may be
 * absent.
 */
enum CounterStore {
    /** Rows of a table, with uid-segment-db. */
    JDBC(
            () -> JdbcSegmentStore.class,
            SegmentBeans.TABLES,
            StoreKind.SQL,
            "uid-segment-db",
            "org.uidgenerator.segment.db.JdbcSegmentStore"),

    /** Keys of Redis, with uid-redis: what Redis may lose is in docs/redis.md. */
    REDIS(
            () -> RedisSegmentStore.class,
            SegmentBeans.REDIS,
            StoreKind.REDIS,
            "uid-redis",
            "org.uidgenerator.redis.RedisSegmentStore");

    /** Asked when it is wanted: its module may be absent. */
    @SuppressWarnings("ImmutableEnumChecker") // a supplier of a constant
    private final Supplier<Class<? extends SegmentStore>> type;

    private final String maker;
    private final StoreKind kind;
    private final String module;
    private final String className;

    CounterStore(
            Supplier<Class<? extends SegmentStore>> type,
            String maker,
            StoreKind kind,
            String module,
            String className) {
        this.type = type;
        this.maker = maker;
        this.kind = kind;
        this.module = module;
        this.className = className;
    }

    /** Returns the class of the bean, whose module must be there. */
    Class<? extends SegmentStore> type() {
        return type.get();
    }

    /** Returns the name of the bean that has the factory method, which is called as the property's value. */
    String maker() {
        return maker;
    }

    /** Returns the kind of beans that it needs one of. */
    StoreKind kind() {
        return kind;
    }

    /** Returns the module that counts in such a store. */
    String module() {
        return module;
    }

    /** Returns whether that module is there. */
    boolean isSupported(@Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(className, classLoader);
    }

    /** Returns the value of the property. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
