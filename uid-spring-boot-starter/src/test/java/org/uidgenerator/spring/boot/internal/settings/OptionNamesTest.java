package org.uidgenerator.spring.boot.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.spring.boot.MetadataTest;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.settings.ConfiguredBean.Kind;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/** Each option of a builder has its property, and each property is some builder's. */
class OptionNamesTest {
    /** What no builder checks: the starter itself reads these. */
    private static final Set<String> OF_THE_STARTER = Set.of(
            "uid.enabled",
            "uid.generators",
            "uid.primary",
            "uid.type",
            "uid.worker.assigner",
            "uid.worker.variable",
            "uid.worker.store",
            "uid.segments.store",
            "uid.segments.jdbc.table-kind",
            "uid.segments.tags",
            "uid.public-ids.key",
            "uid.public-ids.format");

    /** What is checked elsewhere than in a builder. */
    private static final Set<String> OF_OTHERS = Set.of(
            "layout.preset",
            "layout.text",
            "client.layout",
            "client.servers", // by the method that returns the builder, as the next ones
            "client.service-id",
            "worker.etcd.servers",
            "worker.etcd.user", // both by one method
            "worker.etcd.password",
            "segments.remote.servers",
            "segments.remote.service-id",
            "max-wait", // of cached generators: by their RejectedTakeBufferHandler
            "clock.longest-wait",
            "clock.ticks",
            "clock.extension-bits",
            "worker.data-center-id",
            "worker.id",
            "worker.restart-gap",
            "worker.tick-file");

    /** What a value cannot be written for, or follows from other properties. */
    private static final Set<String> NO_PROPERTY = Set.of(
            "clock",
            "name",
            "threadFactory",
            "sslContext",
            "credentials", // two of them
            "rejectedPutBufferHandler",
            "rejectedTakeBufferHandler", // uid.max-wait
            "layout",
            "dialect", // the product's
            "columns"); // uid.segments.jdbc.table-kind

    static Stream<Arguments> builders() {
        return Stream.of(
                Arguments.of(UidLayout.Builder.class, options(Kind.GENERATOR, null)),
                Arguments.of(CachedUidGenerator.Builder.class, options(Kind.GENERATOR, null)),
                Arguments.of(DefaultUidGenerator.Builder.class, options(Kind.GENERATOR, null)),
                Arguments.of(RemoteUidGenerator.Builder.class, options(Kind.REMOTE_GENERATOR, null)),
                Arguments.of(LeasedWorkerIdsBuilder.class, options(Kind.ASSIGNER, null)),
                Arguments.of(JdbcLeaseStore.Builder.class, options(Kind.ASSIGNER, "jdbc")),
                Arguments.of(DisposableWorkerIdAssigner.Builder.class, options(Kind.ASSIGNER, "jdbc")),
                Arguments.of(RedisLeaseStore.Builder.class, options(Kind.ASSIGNER, "redis")),
                Arguments.of(DynamoDbLeaseStore.Builder.class, options(Kind.ASSIGNER, "dynamodb")),
                Arguments.of(EtcdLeaseStore.Builder.class, options(Kind.ASSIGNER, "etcd")),
                Arguments.of(SegmentIdGenerator.Builder.class, options(Kind.COUNTERS, null)),
                Arguments.of(JdbcSegmentStore.Builder.class, options(Kind.COUNTERS, "jdbc")),
                Arguments.of(RedisSegmentStore.Builder.class, options(Kind.COUNTERS, "redis")),
                Arguments.of(ZooKeeperSegmentStore.Builder.class, options(Kind.COUNTERS, "zookeeper")),
                Arguments.of(RemoteSegmentStore.Builder.class, options(Kind.COUNTERS, "remote")));
    }

    private static Map<String, String> options(Kind kind, String store) {
        StoreProviders<? extends StoreProvider<?>> providers =
                kind == Kind.COUNTERS ? StoreProviders.ofCounters(null) : StoreProviders.ofLeases(null);
        return OptionNames.names(
                kind, store == null ? null : providers.named(store).properties());
    }

    @SuppressWarnings("unchecked") // the second argument of each row is such a map
    private static Map<String, String> properties(Arguments row) {
        return (Map<String, String>) row.get()[1];
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
    void eachOptionHasAProperty(Class<?> builder, Map<String, String> options) {
        assertThat(optionsOf(builder)).isNotEmpty().isSubsetOf(options.keySet());
    }

    @Test
    void eachPropertyIsThere() {
        Set<String> properties = MetadataTest.properties().collect(Collectors.toSet());

        assertThat(builders().flatMap(row -> properties(row).values().stream()))
                .allMatch(property -> properties.contains("uid." + property)
                        || property.equals("worker.worker-ids")); // a range: .first and .last
    }

    @Test
    void eachPropertyIsSomeBuilders() {
        Set<String> named = builders()
                .flatMap(row -> optionsOf((Class<?>) row.get()[0]).stream().map(properties(row)::get))
                .collect(Collectors.toSet());
        named.addAll(OF_OTHERS);

        assertThat(MetadataTest.properties()
                        .filter(property -> !OF_THE_STARTER.contains(property))
                        .map(property -> property.substring("uid.".length()).replaceAll("\\.(first|last)$", "")))
                .isSubsetOf(named);
    }

    @Test
    void whoeverSpeaksOfATimeOutMeansTheirOwn() {
        assertThat(options(Kind.GENERATOR, "redis")).containsEntry("timeout", "max-wait");
        assertThat(options(Kind.REMOTE_GENERATOR, null)).containsEntry("timeout", "client.timeout");
        assertThat(options(Kind.ASSIGNER, "redis")).containsEntry("timeout", "worker.redis.timeout");
        assertThat(options(Kind.COUNTERS, "redis")).containsEntry("timeout", "segments.redis.timeout");
    }
}
