package org.uidgenerator.spring.boot.generators;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;
import org.uidgenerator.spring.boot.internal.settings.UidsEnabled;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes the {@link WorkerIdAssigner} that generators share, unless there is one: leased from the application's
 * database, Redis, ZooKeeper or DynamoDB, or what {@code uid.worker.assigner} says.
 */
@AutoConfiguration(
        // By name, because they have moved from Boot 3 to Boot 4, and the jar is for both.
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.cloud.zookeeper.ZookeeperAutoConfiguration",
            "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration"
        })
@Conditional(UidsEnabled.class)
@ConditionalOnMissingBean(WorkerIdAssigner.class)
@Import({SettingsBeans.class, WorkerIdAssigners.class, WorkerIdAssignerRegistrar.class})
public final class UidWorkerAutoConfiguration {
    /** Called by the container. */
    public UidWorkerAutoConfiguration() {}
}
