package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.store.LeaseRow;

@Tag("proof")
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

    /** A store in a file that another connection locks, and may unlock when a connection is opened. */
    private static final class LockedFile implements AutoCloseable {
        private final DataSource file = new DriverManagerDataSource(inFile() + "?busy_timeout=0");
        private final AtomicInteger opened = new AtomicInteger();
        private final JdbcLeaseStore store;
        private final Connection others;
        private int refused = Integer.MAX_VALUE;

        /**
         * Locks the file.
         *
         * @param refused how many connections meet the lock
         */
        LockedFile(int refused) throws SQLException {
            store = JdbcLeaseStore.on(new DelegatingDataSource(file) {
                @Override
                public Connection getConnection() throws SQLException {
                    if (opened.getAndIncrement() == LockedFile.this.refused) {
                        run("COMMIT");
                    }
                    return super.getConnection();
                }
            });
            store.list(0, 9); // creates the table
            others = file.getConnection();
            run("BEGIN EXCLUSIVE");
            opened.set(0);
            this.refused = refused;
        }

        private void run(String statement) throws SQLException {
            try (Statement lock = others.createStatement()) {
                lock.execute(statement);
            }
        }

        @Override
        public void close() throws SQLException {
            others.close();
        }
    }

    @Test
    void choosesAWorkerIdAgainAfterOthersHaveLockedTheTable() throws SQLException {
        try (LockedFile locked = new LockedFile(1)) {
            LeaseRow row = new LeaseRow(3, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true);

            assertThat(locked.store.insertNew(3, 9, 3, workerId -> row)).isTrue();

            assertThat(locked.store.find(3)).contains(row);
        }
    }

    /** Longer than SQLite waits by itself, twice. */
    @Test
    void startsWhenOthersUnlockTheTableAfterSevenSeconds() throws Exception {
        try (LockedFile locked = new LockedFile(Integer.MAX_VALUE)) {
            CompletableFuture<WorkerLease> start = CompletableFuture.supplyAsync(
                    () -> new DisposableWorkerIdAssigner(locked.file)
                            .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)),
                    task -> new Thread(task).start());
            CompletableFuture<Void> delay =
                    CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(7, TimeUnit.SECONDS));
            Patience.get(delay);
            assertThat(start).isNotDone();

            locked.run("COMMIT");

            assertThat(Patience.get(start).workerId()).isEqualTo(1);
        }
    }

    @Test
    void waitsForNoLockWhenItsThreadIsToEnd() throws SQLException {
        try (LockedFile locked = new LockedFile(Integer.MAX_VALUE)) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> locked.store.find(3))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("SQLITE_BUSY");

            assertThat(Thread.interrupted()).isTrue();
            assertThat(locked.opened).hasValue(1);
        } finally {
            Thread.interrupted();
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

        /** It has one writer, and the caller's transaction is that. */
        @Override
        void staysApartFromTheTransactionAroundIt() {}

        /** SQLite has one schema for each file. */
        @Override
        String newSchema(String name) {
            return "main";
        }

        @Override
        String inSchema(String createIndex) {
            return createIndex.replace("INDEX UID", "INDEX main.UID").replace("ON main.", "ON ");
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
