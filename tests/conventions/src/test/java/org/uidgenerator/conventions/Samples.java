package org.uidgenerator.conventions;

import io.lettuce.core.RedisClient;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServiceClientBuilder;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.UidGeneratorBuilder;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableBuilder;
import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.redis.RedisStoreBuilder;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.segment.db.number.GaplessNumbers;
import org.uidgenerator.test.SettableClock;
import org.uidgenerator.text.CounterFormat;
import org.uidgenerator.text.SerialNumberFormat;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A value of each type that public calls take or belong to. What stands for an interface answers nothing. */
final class Samples {
    private static final Map<Class<?>, Supplier<?>> SAMPLES = new HashMap<>();

    static {
        sample(String.class, () -> "sample");
        sample(CharSequence.class, () -> "sample");
        sample(Object.class, () -> "sample");
        sample(Throwable.class, Throwable::new);
        sample(List.class, List::of);
        sample(Optional.class, Optional::empty);
        sample(OptionalLong.class, OptionalLong::empty);
        sample(URI.class, () -> URI.create("http://localhost"));
        sample(Duration.class, () -> Duration.ofSeconds(1));
        sample(Instant.class, () -> Instant.parse("2026-01-01T00:00:00Z"));
        sample(LocalDateTime.class, () -> LocalDateTime.of(2026, 1, 1, 0, 0));
        sample(ZoneId.class, () -> ZoneOffset.UTC);
        sample(ZoneOffset.class, () -> ZoneOffset.UTC);
        sample(RedisClient.class, RedisClient::create);
        sample(
                DynamoDbClient.class,
                () -> DynamoDbClient.builder().region(Region.EU_CENTRAL_1).build());
        sample(RelationalMappingContext.class, RelationalMappingContext::new);
        sample(R2dbcMappingContext.class, R2dbcMappingContext::new);
        sample(MongoMappingContext.class, MongoMappingContext::new);

        sample(OptionText.class, () -> OptionText.of("sample"));
        sample(UidLayout.class, () -> UidLayout.DEFAULT);
        sample(UidLayout.Builder.class, UidLayout::builder);
        sample(DecodedUid.class, () -> UidLayout.DEFAULT.decode(0));
        sample(UidPermutation.class, () -> UidPermutation.ofAllBits(new byte[16]));
        sample(CounterFormat.class, () -> CounterFormat.of("{counter:5}"));
        sample(SerialNumberFormat.class, () -> SerialNumberFormat.of("{yyyy}{worker}{sequence}", UidLayout.DEFAULT));
        sample(SettableClock.class, () -> SettableClock.at("2026-01-01T00:00:00Z"));

        WorkerIdAssigner assigner = request -> WorkerLease.neverReused(1);
        sample(CachedUidGenerator.Builder.class, () -> CachedUidGenerator.builder(assigner));
        sample(DefaultUidGenerator.Builder.class, () -> DefaultUidGenerator.builder(assigner));
        sample(UidGeneratorBuilder.class, () -> CachedUidGenerator.builder(assigner));
        sample(RemoteUidGenerator.Builder.class, () -> RemoteUidGenerator.builder(List.of(of(URI.class))));
        sample(ServiceClientBuilder.class, () -> RemoteSegmentStore.builder(List.of(of(URI.class))));
        sample(RemoteSegmentStore.Builder.class, () -> RemoteSegmentStore.builder(List.of(of(URI.class))));
        sample(
                SegmentIdGenerator.class,
                () -> SegmentIdGenerator.builder(of(SegmentStore.class)).build());
        sample(SegmentIdGenerator.Builder.class, () -> SegmentIdGenerator.builder(of(SegmentStore.class)));
        sample(CounterSettings.class, () -> CounterSettings.startingAt(1));
        sample(ClockPolicy.class, ClockPolicy::refuse);
        sample(LeaseRequest.class, () -> LeaseRequest.of(UidLayout.DEFAULT));
        sample(LeaseState.class, () -> LeaseState.UNLIMITED);
        sample(LeaseRow.class, () -> new LeaseRow(1, 1, 0, 0, "sample", "sample", false));
        sample(
                LeaseOverview.class,
                () -> new LeaseOverview(
                        Instant.EPOCH, Optional.empty(), OptionalLong.empty(), List.of(), Optional.empty()));
        sample(StaticWorkerIdAssigner.class, () -> StaticWorkerIdAssigner.of(1));
        sample(LeasedWorkerIdsBuilder.class, () -> LeasedWorkerIds.builder(of(WorkerLeaseStore.class)));

        sample(SqlDialect.class, () -> SqlDialect.H2);
        sample(SqlDialect.Builder.class, () -> SqlDialect.builder("sample"));
        sample(TableBuilder.class, () -> JdbcLeaseStore.builder(of(DataSource.class)));
        sample(SegmentColumns.class, () -> SegmentColumns.STANDARD);
        sample(
                DisposableWorkerIdAssigner.Builder.class,
                () -> DisposableWorkerIdAssigner.builder(of(DataSource.class)));
        sample(JdbcLeaseStore.Builder.class, () -> JdbcLeaseStore.builder(of(DataSource.class)));
        sample(JdbcSegmentStore.Builder.class, () -> JdbcSegmentStore.builder(of(DataSource.class)));
        sample(GaplessNumbers.Builder.class, () -> GaplessNumbers.builder(of(DataSource.class)));
        sample(EtcdLeaseStore.Builder.class, () -> EtcdLeaseStore.builder(List.of(URI.create("http://etcd:2379"))));
        sample(DynamoDbLeaseStore.Builder.class, () -> DynamoDbLeaseStore.builder(of(DynamoDbClient.class)));
        sample(RedisLeaseStore.Builder.class, () -> RedisLeaseStore.builder(of(RedisClient.class)));
        sample(RedisStoreBuilder.class, () -> RedisLeaseStore.builder(of(RedisClient.class)));
        sample(RedisSegmentStore.Builder.class, () -> RedisSegmentStore.builder(of(RedisClient.class)));
        sample(ZooKeeperSegmentStore.Builder.class, () -> ZooKeeperSegmentStore.builder(of(CuratorFramework.class)));
    }

    private Samples() {}

    private static <T> void sample(Class<T> type, Supplier<? extends T> sample) {
        SAMPLES.put(type, sample);
    }

    @SuppressWarnings("unchecked") // a primitive type stands for its wrapper
    static <T> T of(Class<T> type) {
        Supplier<?> sample = SAMPLES.get(type);
        if (sample != null) {
            return (T) sample.get();
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isInterface()) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> nothing(method.getReturnType())));
        } else if (type.isArray()) {
            return type.cast(Array.newInstance(type.getComponentType(), 1));
        } else if (type.isPrimitive()) {
            return (T) nothing(type);
        }
        throw new IllegalArgumentException("there must be a sample of each type: type=" + type.getName());
    }

    /** Returns zero, false or null. */
    private static Object nothing(Class<?> type) {
        return type == void.class ? null : Array.get(Array.newInstance(type, 1), 0);
    }
}
