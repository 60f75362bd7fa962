package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.FieldHint;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.javapoet.ClassName;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.client.RangeHttpServer;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.stores.DataRedisClient;
import org.uidgenerator.spring.boot.internal.stores.JdbcStores;
import org.uidgenerator.spring.boot.internal.stores.RedisStores;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/** What Spring's processing for native images makes of a context with two generators. */
@Tag("proof")
@CompileWithForkedClassLoader
class AheadOfTimeTest {
    private final TestGenerationContext generation = new TestGenerationContext();

    private ClassName process(Class<?> databases, String... properties) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of(properties).applyTo(context);
        context.register(
                databases,
                UidWorkerAutoConfiguration.class,
                UidAutoConfiguration.class,
                UidSegmentAutoConfiguration.class);
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        return initializer;
    }

    private void run(ClassName initializer, Consumer<GenericApplicationContext> test, String... properties) {
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                TestPropertyValues.of(properties).applyTo(context);
                instance(compiled, initializer).initialize(context);
                context.refresh();
                test.accept(context);
            }
        });
    }

    /** Has nothing that a store could be opened on. */
    @Configuration(proxyBeanMethods = false)
    static class NoStore {}

    @Test
    void aRemoteGeneratorReadsItsServersAtRunTime() {
        try (RangeHttpServer server = RangeHttpServer.start()) {
            ClassName initializer = process(NoStore.class, "uid.client.servers=http://ids-at-build-time:8080");

            run(
                    initializer,
                    context -> assertThat(context.getBean(UidGenerator.class).getUID())
                            .isPositive(),
                    "uid.client.servers=" + server.uri());
        }
    }

    @SuppressWarnings("unchecked") // what is generated is of this type
    private static ApplicationContextInitializer<GenericApplicationContext> instance(
            Compiled compiled, ClassName initializer) {
        return compiled.getInstance(ApplicationContextInitializer.class, initializer.reflectionName());
    }

    @Test
    void generatorsRunAsGeneratedWithThePropertiesOfRunTime() {
        ClassName initializer = process(
                Databases.One.class,
                "uid.generators.orders.boost-power=0",
                "uid.generators.logs.type=unbuffered",
                "uid.generators.logs.worker.namespace=logs");

        run(
                initializer,
                context -> {
                    UidGenerator orders = context.getBean("orders", UidGenerator.class);
                    UidGenerator logs = context.getBean("logs", UidGenerator.class);
                    assertThat(orders.getUID()).isPositive();
                    assertThat(logs.getUID()).isPositive();
                    assertThat(orders.layout().seqBits()).isEqualTo(16);
                    LeasedWorkerIds assigner = context.getBean(LeasedWorkerIds.class);
                    assertThat(assigner.workers())
                            .singleElement()
                            .satisfies(worker -> assertThat(worker.namespace()).isEqualTo("night"));
                },
                "uid.layout.worker-bits=16",
                "uid.layout.seq-bits=16",
                "uid.worker.namespace=night",
                "uid.generators.orders.boost-power=0",
                "uid.generators.logs.type=unbuffered",
                "uid.generators.logs.worker.namespace=logs");
    }

    @Test
    void theMarkedDataSourceIsFoundAmongGeneratedDefinitions() {
        run(process(Databases.OneIsMarked.class), context -> {
            assertThat(context.getBean(UidGenerator.class).getUID()).isPositive();
            assertThat(context.getDefaultListableBeanFactory().getDependenciesForBean("workerLeaseStore"))
                    .contains("a")
                    .doesNotContain("b");
        });
    }

    static final class Counting {
        final SegmentTag orders;

        Counting(@Qualifier("orders") SegmentTag orders) {
            this.orders = orders;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Databases.One.class)
    static class WithCounters {
        @Bean
        Counting counting(@Qualifier("orders") SegmentTag orders) {
            return new Counting(orders);
        }
    }

    @Test
    void countersRunAsGeneratedWithThePropertiesOfRunTime() {
        ClassName initializer = process(
                WithCounters.class,
                "uid.segments.tags.orders.first=1",
                "uid.segments.tags.parcels.first=1",
                "uid.segments.tags.receipts.pattern={counter:9}");

        run(
                initializer,
                context -> {
                    assertThat(context.getBean(Counting.class).orders.getUID()).isEqualTo(501);
                    assertThat(context.getBean("parcelsSegmentTag", SegmentTag.class)
                                    .status()
                                    .step())
                            .isEqualTo(10);
                    assertThat(context.getBean("receiptsBusinessNumbers", BusinessNumbers.class)
                                    .next())
                            .isEqualTo("R00001");
                    assertThat(context.getBeanFactory().containsSingleton("uidGenerator"))
                            .isFalse();
                },
                "uid.segments.min-step=10",
                "uid.segments.tags.orders.first=501",
                "uid.segments.tags.parcels.first=1",
                "uid.segments.tags.receipts.pattern=R{counter:5}",
                "uid.segments.tags.receipts.first=1");
    }

    @Test
    void aPatternThatIsGoneAtRunTimeIsMissed() {
        ClassName initializer = process(Databases.One.class, "uid.segments.tags.receipts.pattern={counter:9}");

        assertThatThrownBy(() -> run(initializer, context -> {}, "uid.segments.tags.receipts.first=1"))
                .hasRootCauseMessage(
                        "Property uid.segments.tags.receipts.pattern with value 'null' is invalid: It must be set, as it was when the image was built");
    }

    /** Neither store is asked: the assigners wait for a generator. */
    @Configuration(proxyBeanMethods = false)
    static class BothStores {
        @Bean
        UidGenerator own() {
            return DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(1)).build();
        }

        @Bean
        RedisClient redis() {
            return RedisClient.create("redis://127.0.0.1:1");
        }

        @Bean
        CuratorFramework curator() {
            return Stores.curatorOfNobody();
        }
    }

    @Test
    void anAssignerOnRedisIsMadeAsGenerated() {
        run(
                process(BothStores.class, "uid.worker.store=redis"),
                context -> assertThat(context.getBean(WorkerIdAssigner.class))
                        .hasToString("leased worker ids of Redis (namespace night)"),
                "uid.worker.namespace=night");
    }

    @Test
    void anAssignerOnZooKeeperIsMadeAsGenerated() {
        run(
                process(BothStores.class, "uid.worker.store=zookeeper"),
                context -> assertThat(context.getBean(WorkerIdAssigner.class))
                        .hasToString("leased worker ids of ZooKeeper /uid (namespace night)"),
                "uid.worker.namespace=night");
    }

    @Test
    void givesAHintForTheServersOfSpringDataRedis() {
        process(Databases.One.class);

        assertThat(generation
                        .getRuntimeHints()
                        .reflection()
                        .getTypeHint(LettuceConnectionFactory.class)
                        .fields())
                .extracting(FieldHint::getName)
                .containsExactly(DataRedisClient.SERVERS);
    }

    /** Assigners look for their store's beans in the image, by types that they know by name; a check, for a module. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                DataSource.class,
                RedisClient.class,
                RedisClusterClient.class,
                RedisConnectionFactory.class,
                CuratorFramework.class,
                JdbcLeaseStore.class,
                RedisLeaseStore.class,
                ZooKeeperLeaseStore.class,
                EtcdLeaseStore.class,
                DynamoDbLeaseStore.class,
                JdbcSegmentStore.class,
                RedisSegmentStore.class,
                ZooKeeperSegmentStore.class,
                PublicUid.class
            })
    void givesHintsForTheTypesThatAreLookedUp(Class<?> type) {
        process(Databases.One.class);

        assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(generation.getRuntimeHints());
    }

    /** Names that no bean reads are found by those that a bean does. */
    @Test
    void givesHintsForTheNamesOfTheProperties() {
        process(Databases.One.class);

        assertThat(methodsHinted(UidProperties.Layout.class)).contains("timeBits");
        assertThat(methodsHinted(RedisStores.Counters.Properties.class)).contains("replicas");
    }

    private List<String> methodsHinted(Class<?> type) {
        return generation
                .getRuntimeHints()
                .reflection()
                .getTypeHint(type)
                .methods()
                .map(ExecutableHint::getName)
                .toList();
    }

    @Test
    void givesHintsForTheProperties() {
        process(Databases.One.class);
        RuntimeHints hints = generation.getRuntimeHints();

        for (Class<?> bound : new Class<?>[] {
            UidProperties.class,
            UidProperties.Layout.class,
            UidProperties.Worker.class,
            UidProperties.WorkerIds.class,
            RedisStores.Leases.Properties.class,
            SegmentProperties.class,
            SegmentProperties.Tag.class,
            JdbcStores.Counters.Properties.class
        }) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructor(bound.getDeclaredConstructors()[0]))
                    .accepts(hints);
        }
    }
}
