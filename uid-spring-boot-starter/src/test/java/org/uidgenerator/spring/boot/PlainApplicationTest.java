package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;

/**
 * An application that has no optional library on its class path: no Micrometer, Actuator, Redis, ZooKeeper, DynamoDB,
 * counters or persistence.
 */
class PlainApplicationTest {
    private static final Pattern LEFT_OUT = Pattern.compile(
            ".*(actuator|boot-health|boot-micrometer|micrometer-core|micrometer-jakarta9|uid-redis|uid-zookeeper|uid-etcd|uid-dynamodb|awssdk|uid-segment-db|uid-persistence|uid-jackson|lettuce|spring-data-|boot-data-|boot-hibernate|boot-jpa|hibernate-core|mybatis|curator|zookeeper-).*");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Runs inside of the application's class loader. */
    public static final class OneUid implements Callable<Long> {
        /** Called by reflection. */
        public OneUid() {}

        @Override
        public Long call() {
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .registerShutdownHook(false) // the class loader is closed by then
                    .run()) {
                return context.getBean(UidGenerator.class).getUID();
            }
        }
    }

    @Test
    void takesUids() throws Exception {
        ClassLoader testLoader = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            for (String absent : new String[] {
                "io.micrometer.core.instrument.MeterRegistry",
                "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
                "org.springframework.boot.health.contributor.HealthIndicator",
                "org.uidgenerator.redis.RedisLeaseStore",
                "org.uidgenerator.zookeeper.ZooKeeperLeaseStore",
                "org.uidgenerator.etcd.EtcdLeaseStore",
                "org.uidgenerator.dynamodb.DynamoDbLeaseStore",
                "org.uidgenerator.jackson.PublicUid",
                "org.uidgenerator.segment.db.JdbcSegmentStore",
                "org.uidgenerator.persistence.jdbc.UidCallback",
                "org.springframework.data.relational.core.mapping.RelationalMappingContext",
                "com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator",
                "io.lettuce.core.RedisClient",
                "org.springframework.data.redis.connection.RedisConnectionFactory",
                "org.apache.curator.framework.CuratorFramework"
            }) {
                assertThatThrownBy(() -> loader.loadClass(absent)).isInstanceOf(ClassNotFoundException.class);
            }
            Thread.currentThread().setContextClassLoader(loader);
            Callable<?> oneUid = (Callable<?>)
                    loader.loadClass(OneUid.class.getName()).getConstructor().newInstance();

            assertThat((Long) oneUid.call()).isPositive();
        } finally {
            Thread.currentThread().setContextClassLoader(testLoader);
        }
    }

    private static URL[] classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(File::new)
                .filter(entry -> !LEFT_OUT.matcher(name(entry)).matches())
                .map(PlainApplicationTest::url)
                .toArray(URL[]::new);
    }

    /** The classes of a module of this build are not in a jar: {@code stores/uid-redis/target/classes}. */
    private static String name(File entry) {
        return entry.getName().equals("classes")
                ? entry.getParentFile().getParentFile().getName()
                : entry.getName();
    }

    private static URL url(File file) {
        try {
            return file.toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }
}
