package org.uidgenerator.worker.db;

import org.uidgenerator.testing.H2Server;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;

/** The databases, and how their drivers are told to give up after a second. */
enum CrashDatabase {
    POSTGRESQL("&connectTimeout=1&socketTimeout=1"),
    MYSQL("&connectTimeout=1000&socketTimeout=1000"),
    MARIADB("&connectTimeout=1000&socketTimeout=1000"),
    H2(";NETWORK_TIMEOUT=1000");

    private final String timeouts;

    CrashDatabase(String timeouts) {
        this.timeouts = timeouts;
    }

    /** Makes a server that is not running yet. */
    RealServer newServer() {
        return switch (this) {
            case POSTGRESQL -> new PostgreSqlServer();
            case MYSQL -> new MySqlServer();
            case MARIADB -> new MariaDbServer();
            case H2 -> new H2Server();
        };
    }

    /** Makes a database and gives its URL. */
    String newDatabase(RealServer server) {
        return server.url(server.newDatabase()) + timeouts;
    }
}
