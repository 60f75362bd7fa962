package org.uidgenerator.worker.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What a store of leases promises, kept by a table of each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcLeaseStoreSuite extends WorkerLeaseStoreContract {
    HikariDataSource pool;

    abstract String newDatabaseUrl();

    @BeforeAll
    void connect() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(newDatabaseUrl());
        pool = new HikariDataSource(config);
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return builder()
                .tableCreation(TableCreation.ALWAYS)
                .namespace(namespace)
                .build();
    }

    JdbcLeaseStore.Builder builder() {
        return JdbcLeaseStore.builder(pool);
    }
}
