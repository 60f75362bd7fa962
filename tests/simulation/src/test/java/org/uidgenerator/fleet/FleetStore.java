package org.uidgenerator.fleet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;

/** The kinds of stores of a fleet, and how its processes reach them. */
enum FleetStore {
    POSTGRESQL,
    MYSQL,
    REDIS,
    ZOOKEEPER;

    /** As many as a pooler before a database has; more than the servers admit would be refused. */
    private static final int CONNECTIONS = 40;

    /** Connections to a server, with an empty namespace. */
    interface Connections extends AutoCloseable {
        /** Makes the store of the next process. */
        WorkerLeaseStore newStore();

        @Override
        void close();
    }

    Connections connect() {
        return switch (this) {
            case POSTGRESQL -> new Pool(PostgreSqlServer.shared());
            case MYSQL -> new Pool(MySqlServer.shared());
            case REDIS -> new RedisConnections();
            case ZOOKEEPER -> new ZooKeeperSessions();
        };
    }

    /** What processes share that reach a database through a pooler. */
    private static final class Pool implements Connections {
        private final HikariDataSource pool;

        Pool(RealServer server) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(server.url(server.newDatabase()));
            config.setMaximumPoolSize(CONNECTIONS);
            config.setConnectionTimeout(Duration.ofMinutes(1).toMillis());
            pool = new HikariDataSource(config);
        }

        @Override
        public WorkerLeaseStore newStore() {
            return JdbcLeaseStore.builder(pool)
                    .tableCreation(TableCreation.ALWAYS)
                    .build();
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    /** Each process has one of its own. */
    private static final class RedisConnections implements Connections {
        private final RedisClient client =
                RedisClient.create(RedisServer.shared().url());
        private final String namespace = UUID.randomUUID().toString();

        @Override
        public WorkerLeaseStore newStore() {
            return RedisLeaseStore.builder(client)
                    .namespace(namespace)
                    .timeout(Duration.ofMinutes(1))
                    .build();
        }

        @Override
        public void close() {
            client.shutdown();
        }
    }

    /** A server admits 60 sessions from one host. */
    private static final class ZooKeeperSessions implements Connections {
        private final String namespace = UUID.randomUUID().toString();
        private final List<CuratorFramework> clients =
                Stream.generate(ZooKeeperSessions::session).limit(CONNECTIONS).toList();
        private int next;

        private static CuratorFramework session() {
            CuratorFramework client = CuratorFrameworkFactory.newClient(
                    ZooKeeperServer.shared().connectString(), new RetryOneTime(1_000));
            client.start();
            return client;
        }

        @Override
        public synchronized WorkerLeaseStore newStore() {
            return ZooKeeperLeaseStore.on(clients.get(next++ % CONNECTIONS), namespace);
        }

        @Override
        public void close() {
            clients.forEach(CuratorFramework::close);
        }
    }
}
