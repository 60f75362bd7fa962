package org.uidgenerator.worker.db;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbWorkerIdTest {
    @Nested
    class MariaDbByItsOwnDriver extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            MariaDbServer server = MariaDbServer.shared();
            return server.url(server.newDatabase());
        }

        @Override
        String script() {
            return "worker-node-mariadb.sql";
        }
    }

    /** The driver says that MariaDB were MySQL. */
    @Nested
    class MariaDbByTheDriverOfMySql extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            MariaDbServer server = MariaDbServer.shared();
            return server.urlForMySqlDriver(server.newDatabase());
        }

        @Override
        String script() {
            return "worker-node-mysql.sql";
        }
    }
}
