package org.uidgenerator.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The clients of worker ids and counters in Redis: beans of the application, or made here and kept until all is closed.
 */
final class RedisClients implements DisposableBean {
    private final ConfigurableListableBeanFactory beanFactory;
    private final Queue<DataRedisClient> made = new ConcurrentLinkedQueue<>();

    RedisClients(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * Returns a client for what was found, which has been made to outlive this bean.
     *
     * @param found a Lettuce client or a {@code RedisConnectionFactory}
     * @param timeout how long to wait for a connection, if the client is made here
     * @param dependent the name of the bean that needs it
     * @throws ConfigurationException if there can be none
     */
    AbstractRedisClient client(Object found, Duration timeout, String dependent) {
        beanFactory.registerDependentBean(UidBeans.REDIS_CLIENTS, dependent);
        if (found instanceof AbstractRedisClient client) {
            return client;
        }
        DataRedisClient client = DataRedisClient.like(found, timeout);
        made.add(client);
        return client.get();
    }

    /** Closes the clients that were made here. Called by the container, when whatever needs them is closed. */
    @Override
    public void destroy() {
        made.forEach(DataRedisClient::close);
    }
}
