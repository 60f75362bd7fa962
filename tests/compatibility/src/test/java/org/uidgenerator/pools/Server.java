package org.uidgenerator.pools;

import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;

/** Databases behind the pools. */
enum Server {
    POSTGRESQL("postgres", "org.postgresql.Driver", "org.postgresql.xa.PGXADataSource") {
        @Override
        RealServer shared() {
            return PostgreSqlServer.shared();
        }
    },

    MYSQL("root", "com.mysql.cj.jdbc.Driver", "com.mysql.cj.jdbc.MysqlXADataSource") {
        @Override
        RealServer shared() {
            return MySqlServer.shared();
        }
    },

    MARIADB("root", "org.mariadb.jdbc.Driver", "org.mariadb.jdbc.MariaDbDataSource") {
        @Override
        RealServer shared() {
            return MariaDbServer.shared();
        }
    };

    private final String user;
    private final String driver;
    private final String xaDataSource;

    Server(String user, String driver, String xaDataSource) {
        this.user = user;
        this.driver = driver;
        this.xaDataSource = xaDataSource;
    }

    abstract RealServer shared();

    String user() {
        return user;
    }

    String driver() {
        return driver;
    }

    String xaDataSource() {
        return xaDataSource;
    }
}
