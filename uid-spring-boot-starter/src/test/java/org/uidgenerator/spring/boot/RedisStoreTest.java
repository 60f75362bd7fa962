package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.spring.boot.actuator.Health;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.actuator.UidWorkersEndpoint;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.worker.lease.WorkerLeaseStatus.State;

/** Applications that keep worker ids in a real Redis. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisStoreTest {
    private final ApplicationContextRunner nothing = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));
    private final ApplicationContextRunner context = nothing.withUserConfiguration(Stores.Redis.class);
    private final ApplicationContextRunner dataRedis = nothing.withConfiguration(
                    AutoConfigurations.of(Stores.dataRedisAutoConfiguration()))
            .withPropertyValues("spring.data.redis.port=" + Stores.redis().port());

    private RedisClient client;
    private StatefulRedisConnection<String, String> connection;

    @BeforeAll
    void connect() {
        client = RedisClient.create(Stores.redis().url());
        connection = client.connect();
    }

    @AfterAll
    void disconnect() {
        client.shutdown();
    }

    private List<WorkerLeaseStatus> workers(String namespace) {
        try (RedisLeaseStore store = RedisLeaseStore.builder(client)
                        .namespace(namespace.substring(namespace.indexOf('=') + 1))
                        .timeout(Duration.ofMinutes(1))
                        .build();
                LeasedWorkerIds assigner = LeasedWorkerIds.on(store)) {
            return assigner.workers();
        }
    }

    @Test
    void leasesAWorkerIdAndGivesItBack() {
        String namespace = Stores.newNamespace();
        Stores.assertLeasesAndGivesBack(context.withPropertyValues(namespace), () -> workers(namespace));
    }

    @Test
    void aHolderGetsTheWorkerIdThatItHadBefore() {
        String namespace = Stores.newNamespace();
        ApplicationContextRunner first = context.withPropertyValues(namespace, "uid.worker.holder=orders-0");
        ApplicationContextRunner second = context.withPropertyValues(namespace, "uid.worker.holder=orders-1");
        first.run(one -> second.run(two -> assertThat(workerId(two)).isEqualTo(1)));

        second.run(two -> assertThat(workerId(two)).isEqualTo(1));
    }

    private static long workerId(ApplicationContext context) {
        return context.getBean(ManagedUidGenerator.class).status().workerId();
    }

    /**
     * The connection factory is stopped before generators are closed, so it does not get that far with its own client.
     */
    @Test
    void leasesFromTheServerOfSpringDataRedisAndGivesItBack() {
        String namespace = Stores.newNamespace();
        dataRedis.withPropertyValues(namespace).run(started -> {
            assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
            assertThat(workers(namespace))
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(State.IN_USE));

            started.close();

            assertThat(workers(namespace))
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(State.GIVEN_BACK));
        });
    }

    @Test
    void continuesWhenTheContextWasStoppedAndStarted() {
        String namespace = Stores.newNamespace();
        dataRedis.withPropertyValues(namespace).run(started -> {
            ManagedUidGenerator generator = started.getBean(ManagedUidGenerator.class);
            long before = generator.getUID();
            started.getSourceApplicationContext().stop();
            assertThat(workers(namespace))
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(State.GIVEN_BACK));

            started.getSourceApplicationContext().start();

            assertThat(generator.getUID()).isGreaterThan(before);
        });
    }

    @Test
    void takesUserPasswordAndDatabaseOfSpringDataRedis() {
        connection
                .sync()
                .aclSetuser(
                        "orders",
                        AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .allKeys()
                                .allCommands());
        dataRedis
                .withPropertyValues(
                        Stores.newNamespace(),
                        "spring.data.redis.username=orders",
                        "spring.data.redis.password=secret",
                        "spring.data.redis.database=3",
                        "spring.data.redis.client-name=shop")
                .run(started -> {
                    assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
                    assertThat(connection.sync().clientList()).containsPattern("name=shop .*db=3 .*user=orders");
                });
        connection.sync().aclDeluser("orders");
    }

    /** The advice of the refusal is tried: it leads to UIDs. */
    @Test
    void leasesFromTheServerThatBootKnowsWhereTheConnectionFactoryIsNotOfLettuce() {
        String namespace = Stores.newNamespace();
        dataRedis
                .withBean(RedisConnectionFactory.class, Stores::redisOfAnotherClient)
                .withPropertyValues(
                        namespace,
                        "spring.data.redis.url=" + Stores.redis().url(),
                        "spring.data.redis.client-type=jedis")
                .run(started -> {
                    assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();

                    started.close();

                    assertThat(workers(namespace))
                            .singleElement()
                            .satisfies(worker -> assertThat(worker.state()).isEqualTo(State.GIVEN_BACK));
                });
    }

    @Test
    void doesNotWaitForAServerThatIsSilentAsLongAsSpringDataRedisDoes() {
        Stores.redis().pause();
        try {
            dataRedis
                    .withPropertyValues(Stores.newNamespace(), "uid.worker.redis.timeout=100ms")
                    .run(started -> assertAnalysis(
                            started.getStartupFailure(),
                            description -> assertThat(description)
                                    .startsWith("There are no UIDs: no worker id from Redis: ")));
        } finally {
            Stores.redis().resume();
        }
    }

    @Test
    void handsOverWhatOnlyRedisHas() {
        context.withPropertyValues(Stores.newNamespace(), "uid.worker.redis.replicas=1", "uid.worker.redis.timeout=4s")
                .run(
                        started -> assertThat(started.getStartupFailure())
                                .hasStackTraceContaining(
                                        "too few replicas have the write after PT2S, so a failover may lose it: replicas=1, acknowledged=0"));
    }

    private static void assertAnalysis(Throwable failure, Consumer<String> description, String... actions) {
        FailureAnalysis analysis = FailureAnalysisTest.analysis(failure);
        description.accept(analysis.getDescription());
        List.of(actions).forEach(line -> assertThat(analysis.getAction()).contains(line));
        assertThat(String.valueOf(analysis.getAction())).doesNotContain("sql/", "CuratorFramework");
    }

    @Test
    void tellsWhatToDoWhenRedisIsAway() {
        nothing.withBean(RedisClient.class, () -> RedisClient.create("redis://127.0.0.1:1"))
                .run(started -> assertAnalysis(
                        started.getStartupFailure(),
                        description -> assertThat(description)
                                .startsWith(
                                        "There are no UIDs: no worker id from Redis: Unable to connect to 127.0.0.1"),
                        "Servers, user and password are those of the client: spring.data.redis.url"));
    }

    @Test
    void tellsWhatToDoWhenAPasswordIsMissing() {
        connection.sync().configSet("requirepass", "secret");
        try {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            do {
                context.run(started -> failure.set(started.getStartupFailure()));
            } while (lettuceHasLostTheAnswer(failure.get()));
            assertAnalysis(
                    failure.get(),
                    description ->
                            assertThat(description).contains("NOAUTH").endsWith("; check the Redis user and password"),
                    "spring.data.redis.url, .username, .password, .sentinel.* and .cluster.*, or the RedisURI of the RedisClient bean.");
        } finally {
            connection.sync().configSet("requirepass", "");
        }
    }

    /** If the connection ends before Lettuce has looked at it, which happens on a busy machine. */
    private static boolean lettuceHasLostTheAnswer(Throwable failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure)
                .toString()
                .contains("RedisHandshakeHandler not registered");
    }

    @Test
    void tellsWhatToDoWhenRedisMayLoseLeases() {
        connection.sync().configSet("appendonly", "no");
        try {
            context.withPropertyValues(Stores.newNamespace())
                    .run(
                            started -> assertAnalysis(
                                    started.getStartupFailure(),
                                    description -> assertThat(description)
                                            .isEqualTo(
                                                    "There are no UIDs: Redis may lose leases, and UIDs would be issued twice: appendonly=no, appendfsync=always; set appendonly=yes, appendfsync=always or everysec, maxmemory-policy=noeviction on the server, or accept it with acceptDataLoss=true")));
            context.withPropertyValues(Stores.newNamespace(), "uid.worker.redis.accept-data-loss=true")
                    .run(started -> assertThat(
                                    started.getBean(UidGenerator.class).getUID())
                            .isPositive());
        } finally {
            connection.sync().configSet("appendonly", "yes");
        }
    }

    @Test
    void healthAndMetersShowTheStore() {
        context.withPropertyValues(Stores.newNamespace())
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withConfiguration(AutoConfigurations.of(UidActuatorAutoConfiguration.class))
                .run(started -> assertStoreIsShown(started.getBeanFactory(), started.getBean("uidMetrics")));
    }

    @Test
    void theWorkersEndpointListsEachGeneratorsStoreAndWhetherItAnswers() {
        String namespace = Stores.newNamespace();
        context.withUserConfiguration(Stores.ZooKeeper.class)
                .withConfiguration(AutoConfigurations.of(UidActuatorAutoConfiguration.class))
                .withPropertyValues("management.endpoints.web.exposure.include=uidworkers")
                .withPropertyValues(
                        namespace,
                        "uid.worker.close-timeout=100ms",
                        "uid.generators.a.worker.store=redis",
                        "uid.generators.b.worker.store=zookeeper")
                .run(started -> {
                    UidWorkersEndpoint endpoint = started.getBean(UidWorkersEndpoint.class);

                    assertThat(endpoint.assigners()).containsOnlyKeys("aWorkerIdAssigner", "bWorkerIdAssigner");
                    UidWorkersEndpoint.Workers ofA = endpoint.assigner("aWorkerIdAssigner");
                    assertThat(ofA.store()).startsWith("leased worker ids of Redis (namespace boot-");
                    assertThat(ofA.failure()).isNull();
                    assertThat(ofA.workers())
                            .extracting(WorkerLeaseStatus::workerId)
                            .containsExactly(0L);
                    assertThat(endpoint.assigner("bWorkerIdAssigner").store())
                            .startsWith("leased worker ids of ZooKeeper /uid (namespace boot-");

                    started.getBean(CuratorFramework.class).close();

                    UidWorkersEndpoint.Workers ofB = endpoint.assigner("bWorkerIdAssigner");
                    assertThat(ofB.workers()).isEmpty();
                    assertThat(ofB.failure()).contains("closed only after all that uses it");
                    assertThat(endpoint.assigner("missing")).isNull();
                });
    }

    static void assertStoreIsShown(ConfigurableListableBeanFactory context, Object metrics) {
        Health health = Health.of(context);
        assertThat(health.condition()).isEqualTo("UP");
        assertThat(health.details().get("uidGenerator"))
                .asString()
                .contains("status=UP", "workerId=0", "reservedUntil=", "clockSkew=PT");
        MeterRegistry meters = new SimpleMeterRegistry();
        ((MeterBinder) metrics).bindTo(meters);
        assertThat(meters.get("uid.store.calls")
                        .tag("assigner", "workerIdAssigner")
                        .functionTimer()
                        .count())
                .isPositive();
        assertThat(meters.get("uid.lease.clock.skew")
                        .tag("generator", "uidGenerator")
                        .timeGauge()
                        .value())
                .isBetween(-60.0, 60.0);
        assertThat(meters.get("uid.lease.reserved").timeGauge().value()).isPositive();
    }
}
