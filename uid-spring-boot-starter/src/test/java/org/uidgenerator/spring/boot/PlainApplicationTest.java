package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.contract.ChildJvm;

/**
 * An application that has no optional library on its class path: no Micrometer, Actuator, Redis, ZooKeeper, DynamoDB or
 * persistence.
 */
class PlainApplicationTest {
    private static final Pattern LEFT_OUT = Pattern.compile(
            ".*(actuator|boot-health|boot-micrometer|micrometer-core|micrometer-jakarta9|uid-redis|uid-zookeeper|uid-etcd|uid-dynamodb|awssdk|uid-persistence|uid-jackson|lettuce|spring-data-|boot-data-|boot-hibernate|boot-jpa|hibernate-core|mybatis|curator|zookeeper-).*");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Prints a UID, unless one of the libraries is there. */
    static final class PrintsAUid {
        public static void main(String[] args) {
            List<String> absent = List.of(
                    "io.micrometer.core.instrument.MeterRegistry",
                    "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
                    "org.springframework.boot.health.contributor.HealthIndicator",
                    "org.uidgenerator.redis.RedisLeaseStore",
                    "org.uidgenerator.zookeeper.ZooKeeperLeaseStore",
                    "org.uidgenerator.etcd.EtcdLeaseStore",
                    "org.uidgenerator.dynamodb.DynamoDbLeaseStore",
                    "org.uidgenerator.jackson.PublicUid",
                    "org.uidgenerator.persistence.jdbc.UidCallback",
                    "org.springframework.data.relational.core.mapping.RelationalMappingContext",
                    "com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator",
                    "io.lettuce.core.RedisClient",
                    "org.springframework.data.redis.connection.RedisConnectionFactory",
                    "org.apache.curator.framework.CuratorFramework");
            List<String> present = absent.stream()
                    .filter(name -> ClassUtils.isPresent(name, null))
                    .toList();
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .run()) {
                System.out.println("present: " + present + ", UID: "
                        + context.getBean(UidGenerator.class).getUID());
            }
        }
    }

    @Test
    void takesUids() throws Exception {
        assertThat(ChildJvm.run(List.of("-cp", classPath()), PrintsAUid.class))
                .containsPattern("(?m)^present: \\[], UID: [1-9]\\d*$");
    }

    private static String classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !LEFT_OUT.matcher(name(new File(entry))).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The classes of a module of this build are not in a jar: {@code stores/uid-redis/target/classes}. */
    private static String name(File entry) {
        return entry.getName().equals("classes")
                ? entry.getParentFile().getParentFile().getName()
                : entry.getName();
    }
}
