package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Generators that are started in a transaction, and under the key of a database that is not the one of worker ids. */
class RoutedStartTest {
    private static final InheritableThreadLocal<String> KEY = new InheritableThreadLocal<>();

    private final DataSource a = newDatabase();
    private final DataSource b = newDatabase();
    private final List<String> transactions = new CopyOnWriteArrayList<>();
    private final DataSource routing = new DelegatingDataSource(a) {
        @Override
        public Connection getConnection() throws SQLException {
            if (TransactionSynchronizationManager.isActualTransactionActive()) {
                transactions.add(Thread.currentThread().getName());
            }
            return (KEY.get() == null ? a : b).getConnection();
        }
    };

    private static DataSource newDatabase() {
        return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @AfterEach
    void shutDown() {
        for (DataSource database : List.of(a, b)) {
            new JdbcTemplate(database).execute("SHUTDOWN");
        }
    }

    private void startUnderKeyOfB(WorkerIdAssigner assigner) {
        KEY.set("B");
        try {
            new TransactionTemplate(new JdbcTransactionManager(b)).executeWithoutResult(status -> {
                ManagedUidGenerator generator =
                        CachedUidGenerator.builder(assigner).build();
                generator.getUID();
                generator.suspend();
                generator.resume();
                generator.close();
            });
        } finally {
            KEY.remove();
        }
    }

    private static List<String> tables(DataSource database) {
        return new JdbcTemplate(database)
                .queryForList(
                        "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'", String.class);
    }

    @Test
    void leaseTheirWorkerIdsFromTheDatabaseThatRenewsThem() {
        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(routing))) {
            startUnderKeyOfB(assigner);
        }

        assertThat(tables(a)).containsExactly("WORKER_LEASE");
        assertThat(tables(b)).isEmpty();
        assertThat(transactions).isEmpty();
    }

    @Test
    void takeDisposableWorkerIdsFromTheSameDatabase() {
        startUnderKeyOfB(new DisposableWorkerIdAssigner(routing));

        assertThat(new JdbcTemplate(a).queryForList("SELECT ID FROM WORKER_NODE", Long.class))
                .containsExactly(1L, 2L);
        assertThat(tables(b)).isEmpty();
        assertThat(transactions).isEmpty();
    }
}
