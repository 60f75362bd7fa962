package org.uidgenerator.worker.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Nested;

class SqliteTest {
    /** Each connection to memory has a database of its own. */
    private static String inFile() {
        try {
            Path file = Files.createTempFile("uid", ".sqlite");
            file.toFile().deleteOnExit();
            return "jdbc:sqlite:" + file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nested
    class Store extends JdbcLeaseStoreSuite {
        @Override
        String newDatabaseUrl() {
            return inFile();
        }
    }

    @Nested
    class Leased extends LeasedWorkerIdSuite {
        @Override
        String newDatabaseUrl() {
            return inFile();
        }

        @Override
        String script() {
            return "worker-lease-sqlite.sql";
        }

        @Override
        boolean hadTablesInEarlierVersions() {
            return false;
        }

        /** It has one writer, and the caller's transaction is that. */
        @Override
        void staysApartFromTheTransactionAroundIt() {}

        /** SQLite has one schema for each file. */
        @Override
        String newSchema(String name) {
            return "main";
        }

        @Override
        void dropSchema(String name) {
            // It stays.
        }
    }

    @Nested
    class Disposable extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            return inFile();
        }

        @Override
        String script() {
            return "worker-node-sqlite.sql";
        }

        /** SQLite has one schema for each file. */
        @Override
        String newSchema(String name) {
            return "main";
        }

        @Override
        void dropSchema(String name) {
            // It stays.
        }

        /** The driver says the number of the row. */
        @Override
        void refusesATableThatGeneratesNoKeys() {}

        /** It has one writer, and the caller's transaction is that. */
        @Override
        void staysApartFromTheTransactionAroundIt() {}

        /** The same. */
        @Override
        void staysApartFromTheTransactionsOfOtherTransactionManagers() {}

        @Override
        String dateOfCreation() {
            return "date(CREATED)";
        }

        @Override
        Instant created() {
            return jdbc.query(
                            "SELECT unixepoch(CREATED) FROM WORKER_NODE",
                            (row, number) -> Instant.ofEpochSecond(row.getLong(1)))
                    .get(0);
        }
    }
}
