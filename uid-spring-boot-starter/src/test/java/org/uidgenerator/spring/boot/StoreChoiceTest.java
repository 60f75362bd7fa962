package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.settings.UidFailureAnalyzer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Which store worker ids come from. None is asked: the generator has a worker id of its own. */
class StoreChoiceTest {
    private static final RedisClient REDIS = RedisClient.create("redis://127.0.0.1:1");
    private static final RedisClusterClient CLUSTER = RedisClusterClient.create("redis://127.0.0.1:1");
    private static final CuratorFramework CURATOR = Stores.curatorOfNobody();

    private static final LeaseRequest REQUEST = LeaseRequest.of(UidLayout.DEFAULT);

    /** The clients are those of all tests. */
    private static final BeanDefinitionCustomizer NOT_CLOSED =
            definition -> ((AbstractBeanDefinition) definition).setDestroyMethodName("");

    private final ApplicationContextRunner nothing = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withBean("own", UidGenerator.class, StoreChoiceTest::unrelated);
    private final ApplicationContextRunner redis = with(nothing, "redis", RedisClient.class, REDIS);
    private final ApplicationContextRunner zooKeeper = with(nothing, "curator", CuratorFramework.class, CURATOR);

    private static UidGenerator unrelated() {
        return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1)).build();
    }

    private static <T> ApplicationContextRunner with(
            ApplicationContextRunner context, String name, Class<T> type, T bean) {
        Supplier<T> supplier = () -> bean;
        return context.withBean(name, type, supplier, NOT_CLOSED);
    }

    @AfterAll
    static void close() {
        REDIS.shutdown();
        CLUSTER.shutdown();
        CURATOR.close();
    }

    private static WorkerIdAssigner assigner(ApplicationContext context) {
        return context.getBean(WorkerIdAssigner.class);
    }

    private static void assertNoWorkerIds(ApplicationContext context, String description, String... action) {
        assertThatThrownBy(() -> assigner(context)).satisfies(failure -> {
            FailureAnalysis analysis =
                    Objects.requireNonNull(new UidFailureAnalyzer(context, context.getEnvironment()).analyze(failure));
            assertThat(analysis.getDescription()).isEqualTo(description);
            List.of(action).forEach(line -> assertThat(analysis.getAction()).contains(line));
        });
    }

    @Test
    void takesRedisOrZooKeeperByThemselvesWhereThereIsNoDatabase() {
        redis.run(
                started -> assertThat(assigner(started)).hasToString("leased worker ids of Redis (namespace default)"));
        with(nothing, "cluster", RedisClusterClient.class, CLUSTER)
                .run(started -> assertThat(assigner(started)).asString().startsWith("leased worker ids of Redis "));
        zooKeeper.run(started ->
                assertThat(assigner(started)).hasToString("leased worker ids of ZooKeeper /uid (namespace default)"));
    }

    @Test
    void prefersADatabase() {
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withUserConfiguration(Databases.One.class)
                .run(started ->
                        assertThat(assigner(started)).asString().startsWith("leased worker ids of WORKER_LEASE "));
    }

    /** As that of JNDI: it knows the type when it has looked the object up. */
    static final class Lookup implements FactoryBean<Object>, InitializingBean {
        private DataSource found;

        @Override
        public void afterPropertiesSet() {
            found = Databases.h2();
        }

        @Override
        public Object getObject() {
            return found;
        }

        @Override
        public Class<?> getObjectType() {
            return found == null ? null : found.getClass();
        }
    }

    @Test
    void findsADatabaseThatIsLookedUpLate() {
        nothing.withBean("dataSource", Lookup.class)
                .run(started ->
                        assertThat(assigner(started)).asString().startsWith("leased worker ids of WORKER_LEASE "));
    }

    @ParameterizedTest
    @CsvSource({"redis, Redis", "zookeeper, ZooKeeper", "JDBC, WORKER_LEASE"})
    void takesTheStoreThatIsNamedWhateverElseThereIs(String store, String from) {
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withUserConfiguration(Databases.One.class)
                .withPropertyValues("uid.worker.store=" + store)
                .run(started -> assertThat(assigner(started)).asString().startsWith("leased worker ids of " + from));
    }

    @Test
    void eachGeneratorMayHaveAStoreOfItsOwn() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                .withUserConfiguration(Databases.One.class, Stores.Redis.class, Stores.ZooKeeper.class)
                .withPropertyValues(
                        Stores.newNamespace(),
                        "uid.worker.jdbc.table-name=UID_WORKERS", // of the others
                        "uid.generators.a.type=unbuffered",
                        "uid.generators.b.worker.store=redis",
                        "uid.generators.c.worker.store=zookeeper")
                .run(started -> {
                    assertThat(started.getBean("workerIdAssigner"))
                            .asString()
                            .startsWith("leased worker ids of UID_WORKERS ");
                    assertThat(started.getBean("bWorkerIdAssigner"))
                            .asString()
                            .startsWith("leased worker ids of Redis ");
                    assertThat(started.getBean("cWorkerIdAssigner"))
                            .asString()
                            .startsWith("leased worker ids of ZooKeeper ");
                    for (String generator : new String[] {"a", "b", "c"}) {
                        assertThat(started.getBean(generator, UidGenerator.class)
                                        .getUID())
                                .isPositive();
                    }
                });
    }

    @Test
    void saysWhatItFoundWhereThatIsNotClear() {
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .run(
                        started -> assertNoWorkerIds(
                                started,
                                "UID generators take their worker ids from a store unless told otherwise, and there are several: redis, curator.",
                                "Mark the bean of the store with @UidStore, or set uid.worker.store: jdbc, redis, zookeeper, dynamodb or etcd."));
    }

    @Configuration(proxyBeanMethods = false)
    static class RedisIsMarked {
        @Bean(destroyMethod = "")
        @UidStore
        RedisClient marked() {
            return REDIS;
        }
    }

    @Test
    void takesWhatIsMarkedBeforeADatabase() {
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withUserConfiguration(Databases.Two.class, RedisIsMarked.class)
                .run(started -> {
                    assertThat(assigner(started)).asString().startsWith("leased worker ids of Redis ");
                    assertThat(started.getBeanFactory().getDependenciesForBean("workerLeaseStore"))
                            .contains("marked")
                            .doesNotContain("redis");
                });
    }

    /** Standard SQL has no scripts, so that the table of H2 is not created. */
    @ParameterizedTest
    @ValueSource(strings = {"uid.worker.store=jdbc", "uid.worker.assigner=disposable"})
    void speaksTheDialectOfTheApplication(String property) {
        ApplicationContextRunner withDatabase =
                nothing.withUserConfiguration(Databases.One.class).withPropertyValues(property);
        withDatabase.run(
                started -> assertThat(assigner(started).assignWorkerId(REQUEST)).isNotNull());
        withDatabase
                .withBean(SqlDialect.class, () -> SqlDialect.standard("Acme"))
                .run(started -> assertThatThrownBy(() -> assigner(started).assignWorkerId(REQUEST))
                        .hasMessageContaining("the table is missing"));
    }

    private static ApplicationContextRunner withOwnStore(ApplicationContextRunner context) {
        return with(
                context, "own store", WorkerLeaseStore.class, new InMemoryLeaseStore("shop", InstantSource.system()));
    }

    @Test
    void takesALeaseStoreOfTheApplicationAsItIs() {
        withOwnStore(redis)
                .withUserConfiguration(Databases.One.class)
                .withPropertyValues("uid.worker.holder=me", "uid.worker.worker-ids.first=7")
                .withPropertyValues("uid.worker.worker-ids.last=9")
                .run(started -> {
                    LeasedWorkerIds assigner = started.getBean(LeasedWorkerIds.class);
                    assertThat(assigner).hasToString("leased worker ids of MEMORY (namespace shop)");
                    try (CachedUidGenerator generator =
                            CachedUidGenerator.builder(assigner).build()) {
                        assertThat(generator.getUID()).isPositive();
                        assertThat(assigner.workers()).singleElement().satisfies(worker -> {
                            assertThat(worker.workerId()).isEqualTo(7);
                            assertThat(worker.holder()).isEqualTo("me");
                        });
                    }
                    assertThat(started.getBeanFactory().getDependenciesForBean("workerIdAssigner"))
                            .contains("own store");
                });
    }

    @Test
    void leasesElsewhereThanFromTheStoreOfTheApplicationIfThatIsSaid() {
        withOwnStore(nothing)
                .withUserConfiguration(Databases.One.class)
                .withPropertyValues("uid.worker.store=jdbc")
                .run(started ->
                        assertThat(assigner(started)).asString().startsWith("leased worker ids of WORKER_LEASE "));
    }

    @Test
    void doesNotGuessAmongSeveralLeaseStoresOfTheApplication() {
        with(
                        withOwnStore(nothing),
                        "another",
                        WorkerLeaseStore.class,
                        new InMemoryLeaseStore("shop", InstantSource.system()))
                .run(started -> assertNoWorkerIds(
                        started,
                        "worker ids are to come from WorkerLeaseStore, and there are several such beans: own store, another.",
                        "Mark one of them with @UidStore, or make it the primary one."));
    }

    @Test
    void refusesWhatALeaseStoreOfTheApplicationDoesNotHeed() {
        withOwnStore(nothing)
                .withPropertyValues("uid.worker.namespace=orders")
                .run(
                        started -> assertThatThrownBy(() -> assigner(started))
                                .hasRootCauseMessage(
                                        "uid.worker.namespace must not be set, since the WorkerLeaseStore bean has one: shop: uid.worker.namespace=orders"));
    }

    @Test
    void doesNotGuessAmongMarkedBeansOfSeveralKinds() {
        ApplicationContextRunner bothMarked =
                nothing.withUserConfiguration(Databases.OneIsMarked.class, RedisIsMarked.class);
        bothMarked.run(started -> assertThat(started)
                .getFailure()
                .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                    assertThat(failure)
                            .hasMessage(
                                    "uid.worker.store must be set if beans of several kinds are marked with @UidStore: [jdbc, redis]");
                    assertThat(failure.action()).isEqualTo("Set uid.worker.store: jdbc or redis.");
                }));
        bothMarked
                .withPropertyValues("uid.worker.store=jdbc")
                .run(started ->
                        assertThat(assigner(started)).asString().startsWith("leased worker ids of WORKER_LEASE "));
    }

    @Test
    void doesNotGuessAmongSeveralOfAKind() {
        with(redis, "cluster", RedisClusterClient.class, CLUSTER)
                .run(started -> assertNoWorkerIds(
                        started,
                        "worker ids are to come from RedisClient, RedisClusterClient or RedisConnectionFactory, and there are several such beans: redis, cluster.",
                        "Mark one of them with @UidStore, or make it the primary one."));
        with(redis, "other", RedisClient.class, REDIS)
                .run(
                        started -> assertNoWorkerIds(
                                started,
                                "worker ids are to come from RedisClient, RedisClusterClient or RedisConnectionFactory, and there are several such beans: redis, other."));
        nothing.withUserConfiguration(Databases.Two.class)
                .run(started -> assertNoWorkerIds(
                        started, "worker ids are to come from DataSource, and there are several such beans: a, b."));
    }

    @Test
    void takesThePrimaryOne() {
        redis.withBean("other", RedisClient.class, () -> REDIS, NOT_CLOSED, other -> other.setPrimary(true))
                .run(started -> {
                    assertThat(assigner(started)).asString().startsWith("leased worker ids of Redis ");
                    assertThat(started.getBeanFactory().getDependenciesForBean("workerLeaseStore"))
                            .contains("other")
                            .doesNotContain("redis");
                });
    }

    @Test
    void refusesAStoreOfNoKind() {
        redis.withPropertyValues("uid.worker.store=consul")
                .run(started -> assertThat(started)
                        .getFailure()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure)
                                    .hasMessage(
                                            "uid.worker.store=consul is no kind of store that is on the class path");
                            assertThat(failure.action())
                                    .isEqualTo("Set uid.worker.store: jdbc, redis, zookeeper, dynamodb or etcd.");
                        }));
    }

    @Test
    void saysWhatIsMissingForWhatIsSaid() {
        zooKeeper
                .withPropertyValues("uid.worker.store=redis")
                .run(started -> assertNoWorkerIds(
                        started,
                        "worker ids are to come from RedisClient, RedisClusterClient or RedisConnectionFactory, and there is no such bean.",
                        "- Add a Redis client, such as spring.data.redis.url, and the module uid-redis"));
        redis.withPropertyValues("uid.worker.store=zookeeper")
                .run(started -> assertNoWorkerIds(
                        started,
                        "worker ids are to come from CuratorFramework, and there is no such bean.",
                        "- Add a CuratorFramework bean and the module uid-zookeeper."));
        redis.withPropertyValues("uid.worker.store=jdbc")
                .run(started -> assertNoWorkerIds(
                        started, "worker ids are to come from DataSource, and there is no such bean."));
    }

    @Test
    void withoutTheModulesNothingChanges() {
        FilteredClassLoader withoutModules =
                new FilteredClassLoader("org.uidgenerator.redis", "org.uidgenerator.zookeeper");
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withClassLoader(withoutModules)
                .withUserConfiguration(Databases.One.class)
                .run(started -> {
                    assertThat(assigner(started)).asString().startsWith("leased worker ids of WORKER_LEASE ");
                    assertThat(started.getBean("workerLeaseStore")).isInstanceOf(JdbcLeaseStore.class);
                });
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withClassLoader(withoutModules)
                .withPropertyValues("uid.worker.id=7")
                .run(started -> assertThat(assigner(started)).isInstanceOf(StaticWorkerIdAssigner.class));
    }

    @Test
    void namesTheModuleThatIsMissing() {
        with(redis, "curator", CuratorFramework.class, CURATOR)
                .withClassLoader(new FilteredClassLoader("org.uidgenerator.redis", "org.uidgenerator.zookeeper"))
                .run(started -> assertNoWorkerIds(
                        started,
                        "UID generators take their worker ids from a store unless told otherwise, and there is none that can be used: redis needs uid-redis, curator needs uid-zookeeper on the class path.",
                        "- Set uid.worker.assigner=statefulset"));
        redis.withClassLoader(new FilteredClassLoader("org.uidgenerator.redis"))
                .withPropertyValues("uid.worker.store=redis")
                .run(started -> assertThat(started)
                        .getFailure()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure)
                                    .hasMessage(
                                            "uid.worker.store=redis needs the module uid-redis, and it is not on the class path");
                            assertThat(failure.action())
                                    .isEqualTo(
                                            "Add the dependency org.uidgenerator:uid-redis, or set uid.worker.store to something else.");
                        }));
    }

    @Test
    void takesARedisModuleAloneAsWell() {
        redis.withClassLoader(new FilteredClassLoader(
                        "org.uidgenerator.zookeeper", "org.apache.curator", "org.springframework.data"))
                .run(started -> assertThat(assigner(started)).asString().startsWith("leased worker ids of Redis "));
    }

    @Test
    void refusesAConnectionFactoryThatIsNotOfLettuce() {
        RedisConnectionFactory jedis = Stores.redisOfAnotherClient();
        with(nothing, "jedis", RedisConnectionFactory.class, jedis)
                .run(
                        started -> assertNoWorkerIds(
                                started,
                                "worker ids and counters come from Redis by Lettuce, and the RedisConnectionFactory is a "
                                        + jedis.getClass().getSimpleName() + ".",
                                "Set spring.data.redis.url, .sentinel.* or .cluster.* to its servers, or mark a RedisClient bean with @UidStore."));
    }

    @Test
    void refusesServersOfWhichNobodyKnowsThePrimary() {
        nothing.withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("127.0.0.1", 1)))
                .run(started -> assertNoWorkerIds(
                        started,
                        "worker ids and counters come from a Redis that takes writes, and the RedisConnectionFactory has a list of servers that does not say which one does.",
                        "Mark a RedisClient bean for the primary, or for its Sentinels, with @UidStore."));
    }
}
