package org.uidgenerator.example.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

class UidsTest {
    private static final JdbcDataSource DATABASE = new JdbcDataSource();

    static {
        DATABASE.setURL("jdbc:h2:mem:cdi;DB_CLOSE_DELAY=-1");
    }

    static class Database {
        @Produces
        @Singleton
        DataSource dataSource() {
            return DATABASE;
        }
    }

    static class Orders {
        @Inject
        private UidGenerator uids;

        long newId() {
            return uids.getUID();
        }
    }

    @Test
    void takesAWorkerIdAndGivesItBackWithTheContainer() {
        try (LeasedWorkerIds workerIds = LeasedWorkerIds.on(JdbcLeaseStore.on(DATABASE))) {
            try (SeContainer container = SeContainerInitializer.newInstance()
                    .disableDiscovery()
                    .addBeanClasses(Database.class, Uids.class, Orders.class)
                    .initialize()) {
                Orders orders = container.select(Orders.class).get();

                assertThat(orders.newId()).isPositive().isLessThan(orders.newId());
                assertThat(workerIds.workers())
                        .extracting(WorkerLeaseStatus::state)
                        .containsExactly(WorkerLeaseStatus.State.IN_USE);
            }
            assertThat(workerIds.workers())
                    .extracting(WorkerLeaseStatus::state)
                    .containsExactly(WorkerLeaseStatus.State.GIVEN_BACK);
        }
    }
}
