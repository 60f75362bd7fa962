package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;

/** Each option of a builder has its property, and each property is some builder's. */
class BuilderOptionsTest {
    /** What no builder checks: the starter itself reads these. */
    private static final Set<String> OF_THE_STARTER = Set.of(
            "uid.enabled",
            "uid.generators",
            "uid.primary",
            "uid.type",
            "uid.worker.assigner",
            "uid.worker.variable",
            "uid.segments.store",
            "uid.segments.table-kind",
            "uid.segments.tags",
            "uid.public-ids.key",
            "uid.public-ids.format");

    /** What a value cannot be written for, or follows from other properties. */
    private static final Set<String> NO_PROPERTY = Set.of(
            "clock",
            "name",
            "threadFactory",
            "rejectedPutBufferHandler",
            "rejectedTakeBufferHandler", // uid.max-wait
            "layout",
            "dialect", // the product's
            "columns"); // uid.segments.table-kind

    static Stream<Arguments> builders() {
        return Stream.of(
                Arguments.of(UidLayout.Builder.class, List.of(BuilderOptions.LAYOUT)),
                Arguments.of(CachedUidGenerator.Builder.class, List.of(BuilderOptions.CACHED)),
                Arguments.of(DefaultUidGenerator.Builder.class, List.of(BuilderOptions.UNBUFFERED)),
                Arguments.of(LeasedWorkerIdsBuilder.class, List.of(BuilderOptions.LEASES)),
                Arguments.of(
                        JdbcLeaseStore.Builder.class,
                        List.of(BuilderOptions.LEASE_STORES, BuilderOptions.WORKER_TABLES)),
                Arguments.of(DisposableWorkerIdAssigner.Builder.class, List.of(BuilderOptions.WORKER_TABLES)),
                Arguments.of(
                        RedisLeaseStore.Builder.class,
                        List.of(BuilderOptions.LEASE_STORES, BuilderOptions.REDIS_LEASES)),
                Arguments.of(JdbcSegmentStore.Builder.class, List.of(BuilderOptions.COUNTER_TABLES)),
                Arguments.of(SegmentIdGenerator.Builder.class, List.of(BuilderOptions.COUNTERS)),
                Arguments.of(RedisSegmentStore.Builder.class, List.of(BuilderOptions.REDIS_COUNTERS)));
    }

    private static Set<String> optionsOf(Class<?> builder) {
        return Stream.of(builder.getMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() > 0)
                .filter(method ->
                        method.getReturnType().isAssignableFrom(builder) && method.getDeclaringClass() != Object.class)
                .map(Method::getName)
                .filter(option -> !NO_PROPERTY.contains(option))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("builders")
    void eachOptionHasAProperty(Class<?> builder, List<BuilderOptions> tables) {
        Set<String> named = new HashSet<>();
        tables.forEach(table -> named.addAll(table.properties().keySet()));

        assertThat(optionsOf(builder)).isNotEmpty().isSubsetOf(named);
    }

    /** Exceptions name these, though no method of the builder is called so. */
    @ParameterizedTest
    @MethodSource("builders")
    void eachPropertyHasAnOption(Class<?> builder, List<BuilderOptions> tables) {
        Set<String> named = new HashSet<>();
        tables.forEach(table -> named.addAll(table.properties().keySet()));
        named.removeAll(Set.of("preset", "layout", "timeout", "replicas"));

        assertThat(named).isSubsetOf(optionsOf(builder));
    }

    private static Stream<BuilderOptions> all() {
        return Stream.of(MadeBean.Kind.values()).map(MadeBean.Kind::options);
    }

    @Test
    void eachPropertyIsThere() {
        Set<String> properties = MetadataTest.properties().collect(Collectors.toSet());

        assertThat(all().flatMap(options -> options.properties().values().stream()))
                .allMatch(property -> properties.contains("uid." + property)
                        || property.equals("worker.worker-ids")); // a range: .first and .last
    }

    @Test
    void eachPropertyIsSomeBuilders() {
        Set<String> named = Stream.of(BuilderOptions.REDIS_LEASES, MadeBean.Kind.GENERATOR.options())
                .flatMap(options -> options.properties().values().stream())
                .collect(Collectors.toSet());
        named.addAll(MadeBean.Kind.COUNTERS.options().properties().values());

        assertThat(MetadataTest.properties()
                        .filter(property -> !OF_THE_STARTER.contains(property))
                        .map(property -> property.substring("uid.".length()).replaceAll("\\.(first|last)$", "")))
                .isSubsetOf(named);
    }

    @Test
    void whoeverSpeaksOfATimeOutMeansTheirOwn() {
        assertThat(MadeBean.Kind.GENERATOR.options().properties()).containsEntry("timeout", "max-wait");
        assertThat(MadeBean.Kind.ASSIGNER.options().properties()).containsEntry("timeout", "worker.redis.timeout");
        assertThat(MadeBean.Kind.COUNTERS.options().properties()).containsEntry("timeout", "segments.redis.timeout");
    }
}
