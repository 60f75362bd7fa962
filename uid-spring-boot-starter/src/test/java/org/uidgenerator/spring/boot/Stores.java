package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.worker.lease.WorkerLeaseStatus.State;

/** Contexts with Redis and ZooKeeper: one server of each for all tests of this JVM. */
final class Stores {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private Stores() {}

    static RedisServer redis() {
        return RedisServer.shared();
    }

    static String zooKeeper() {
        return ZooKeeperServer.shared().connectString();
    }

    /** Names a store identity of a test's own, as a property. */
    static String newNamespace() {
        return String.format(Locale.ROOT, "uid.worker.namespace=boot-%d", NAMESPACES.incrementAndGet());
    }

    /**
     * Checks that a context takes the first worker id of a range under a name, and gives it back when it is closed.
     *
     * @param context of a namespace that no other context uses
     * @param workers finds the leases of that namespace
     */
    static void assertLeasesAndGivesBack(ApplicationContextRunner context, Supplier<List<WorkerLeaseStatus>> workers) {
        context.withPropertyValues(
                        "uid.worker.worker-ids.first=5", "uid.worker.worker-ids.last=9", "uid.worker.holder=me")
                .run(started -> {
                    assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
                    assertThat(workers.get()).singleElement().satisfies(worker -> {
                        assertThat(worker.workerId()).isEqualTo(5);
                        assertThat(worker.holder()).isEqualTo("me");
                    });

                    started.close();

                    assertThat(workers.get())
                            .singleElement()
                            .satisfies(worker -> assertThat(worker.state()).isEqualTo(State.GIVEN_BACK));
                });
    }

    /** Makes a client that is started, of the server, which answers sooner or later. */
    static CuratorFramework curator() {
        return curator(zooKeeper(), 10_000);
    }

    /** Makes a client that is started, and whose server is unavailable. */
    static CuratorFramework curatorOfNobody() {
        return curator("127.0.0.1:1", 500);
    }

    private static CuratorFramework curator(String servers, int connectionTimeoutMillis) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(10_000)
                .connectionTimeoutMs(connectionTimeoutMillis)
                .retryPolicy(new RetryOneTime(1))
                .build();
        client.start();
        return client;
    }

    /** Finds what makes a {@code RedisConnectionFactory} in this line of Boot. */
    /** A connection factory like that of Jedis or Redisson. */
    static RedisConnectionFactory redisOfAnotherClient() {
        return (RedisConnectionFactory) Proxy.newProxyInstance(
                Stores.class.getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (proxy, method, arguments) -> method.getName().equals("hashCode") ? 1 : null);
    }

    static Class<?> dataRedisAutoConfiguration() {
        String boot3 = "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration";
        String boot4 = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";
        return ClassUtils.resolveClassName(ClassUtils.isPresent(boot4, null) ? boot4 : boot3, null);
    }

    @Configuration(proxyBeanMethods = false)
    static class Redis {
        @Bean
        RedisClient redisClient() {
            return RedisClient.create(redis().url());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ZooKeeper {
        @Bean
        CuratorFramework curator() {
            return Stores.curator();
        }
    }
}
