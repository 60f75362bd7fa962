package org.uidgenerator.crash;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.DynamoDbServer;
import org.uidgenerator.testing.EtcdServer;
import org.uidgenerator.testing.H2Server;
import org.uidgenerator.testing.IdServer;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.testing.ServerProcess;
import org.uidgenerator.testing.SqliteFile;
import org.uidgenerator.testing.ZooKeeperServer;

/** The kinds of stores. */
enum CrashStore {
    POSTGRESQL,
    MYSQL,
    MARIADB,
    H2,

    /** A file that the processes share. */
    SQLITE,
    REDIS,

    /** It crashes together with its host. */
    REDIS_EVERYSEC,

    ZOOKEEPER,

    /** Only if it is installed. */
    ETCD,

    /** A server that speaks its protocol, only if it is installed. */
    DYNAMODB,

    /** An id service on an H2 file, and its clients, which have no leases. Only in the matrix of faults. */
    ID_SERVICE;

    /** So long that a process keeps counting while the store is unavailable. */
    static final long LONGEST_STEP = 1_000_000;

    /** Makes a server that is not running yet. */
    ServerProcess newServer() {
        return switch (this) {
            case POSTGRESQL -> new PostgreSqlServer();
            case MYSQL -> new MySqlServer();
            case MARIADB -> new MariaDbServer();
            case H2 -> new H2Server();
            case SQLITE -> new SqliteFile();
            case REDIS -> new RedisServer();
            case REDIS_EVERYSEC -> new RedisServer("--appendfsync", "everysec");
            case ZOOKEEPER -> new ZooKeeperServer();
            case ETCD -> new EtcdServer();
            case DYNAMODB -> new DynamoDbServer();
            case ID_SERVICE -> newIdServer();
        };
    }

    /** Makes one that issues as fast as a process that has a worker id of its own. */
    private static IdServer newIdServer() {
        return newIdServer(StoreIdentity.LAYOUT, ID_SERVICE.reservation());
    }

    /**
     * Makes an id service.
     *
     * @param options further arguments
     */
    static IdServer newIdServer(UidLayout layout, Duration reservation, String... options) {
        return new IdServer(Stream.concat(
                        Stream.of(options),
                        Stream.of(
                                "--uid.layout.text=" + layout,
                                "--uid.max-borrow=" + StoreIdentity.MAX_BORROW,
                                "--uid.boost-power=2",
                                "--uid.worker.reservation=" + reservation,
                                "--uid.segments.unknown-tags=create"))
                .toArray(String[]::new));
    }

    /**
     * How far ahead ticks are reserved: as little as possible, so that worker ids are free again after seconds. If each
     * reservation rests for two seconds, it must reach beyond them.
     */
    Duration reservation() {
        return Duration.ofSeconds(this == REDIS_EVERYSEC ? 5 : 1);
    }

    /** Whether this machine has its server. */
    boolean isInstalled() {
        return switch (this) {
            case ETCD -> EtcdServer.isInstalled();
            case DYNAMODB -> DynamoDbServer.isInstalled();
            case ID_SERVICE -> IdServer.isPackaged();
            default -> true;
        };
    }

    /** Whether processes reach it at an address, which may lead to another one. */
    boolean hasAddress() {
        return this != SQLITE;
    }

    /** The tags whose numbers are issued, none if no counters are kept. */
    List<String> tags() {
        return this == ETCD || this == DYNAMODB ? List.of() : List.of("orders", "parcels");
    }

    /**
     * How many numbers the first ranges of a process have: few, so that many are taken; more if each rests for two
     * seconds, one after the other. The next ones double up to {@link #LONGEST_STEP}.
     *
     * @param fenced whether it does rest
     */
    long step(boolean fenced) {
        return this == REDIS_EVERYSEC && fenced ? LONGEST_STEP : 20_000;
    }

    /** Makes room for leases and counters in a running server, and returns its address. */
    String newAddress(ServerProcess server) {
        if (server instanceof RealServer database) {
            String name = database.newDatabase();
            prepare(database.url(name)); // which may take longer than the time-out
            return database.url(name, RealServer.TIMEOUT);
        }
        String address = address(server);
        prepare(address);
        return address;
    }

    private void prepare(String address) {
        try (StoreClient client = connect(address)) {
            client.prepareCounters();
        }
    }

    private static String address(ServerProcess server) {
        if (server instanceof EtcdServer etcd) {
            return etcd.url();
        }
        if (server instanceof DynamoDbServer dynamoDb) {
            return dynamoDb.endpoint().toString();
        }
        if (server instanceof IdServer service) {
            return service.url();
        }
        return server instanceof RedisServer redis ? redis.url() : ((ZooKeeperServer) server).connectString();
    }

    StoreClient connect(String address) {
        return connect(address, Load.FULL.timeout());
    }

    /**
     * Opens a way to a running store.
     *
     * @param timeout how long a client of Redis waits
     */
    StoreClient connect(String address, Duration timeout) {
        return switch (this) {
            case POSTGRESQL, MYSQL, MARIADB, H2, SQLITE -> new DatabaseClient(address);
            case REDIS, REDIS_EVERYSEC -> new RedisStoreClient(address, timeout);
            case ZOOKEEPER -> new ZooKeeperClient(address);
            case ETCD -> new EtcdClient(address);
            case DYNAMODB -> new DynamoDbStoreClient(address);
            case ID_SERVICE -> new ServiceClient(address);
        };
    }

    /**
     * Kills the server as a crash would.
     *
     * @param unsynced for how long it has not synced its files then, if it answers before it does; what it has
     *     acknowledged in that time is lost
     */
    void crash(ServerProcess server, Duration unsynced) {
        if (this == REDIS_EVERYSEC) {
            ((RedisServer) server).kill9AndLose(unsynced);
        } else {
            server.kill9();
        }
    }
}
