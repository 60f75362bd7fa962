package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.uidgenerator.UidGenerator;

/** Applications of plain Spring, with beans in XML. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class StoresInXmlTest {
    @Test
    void workerIdsComeFromRedisAndZooKeeper() {
        Properties servers = new Properties();
        servers.putAll(Map.of("redis.url", Stores.redis().url(), "zookeeper.servers", Stores.zooKeeper()));
        try (GenericXmlApplicationContext context = new GenericXmlApplicationContext()) {
            context.registerBean(PropertySourcesPlaceholderConfigurer.class, () -> {
                PropertySourcesPlaceholderConfigurer placeholders = new PropertySourcesPlaceholderConfigurer();
                placeholders.setProperties(servers);
                return placeholders;
            });
            context.load(getClass(), "stores.xml");
            context.refresh();

            assertThat(context.getBean("uidGenerator", UidGenerator.class).getUID())
                    .isPositive();
            assertThat(context.getBean("logUids", UidGenerator.class).getUID()).isPositive();
            assertThat(context.getBean("workerIdAssigner"))
                    .hasToString("leased worker ids of Redis (namespace default)");
            assertThat(context.getBean("zooKeeperWorkerIdAssigner"))
                    .hasToString("leased worker ids of ZooKeeper /uid (namespace default)");
            assertThat(context.getBean("ordersWorkerIdAssigner"))
                    .hasToString("leased worker ids of Redis (namespace orders)");
        }
    }
}
