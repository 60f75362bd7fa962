package org.uidgenerator.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

class WorkerStoreMetricsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private static JdbcDataSource h2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl("jdbc:h2:mem:metrics;DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    @Test
    void countsAndTimesTheCallsOfTheDatabaseAndItsErrors() {
        JdbcDataSource dataSource = h2();
        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(dataSource))) {
            new WorkerStoreMetrics(assigner, "leases").bindTo(registry);
            FunctionTimer calls =
                    registry.get("uid.store.calls").tag("assigner", "leases").functionTimer();
            assertThat(calls.count()).isZero();

            assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

            assertThat(calls.count())
                    .isEqualTo((double) assigner.storeCalls().calls())
                    .isPositive();
            // The registry counts in seconds; there and back are two roundings, far below half a nanosecond.
            assertThat(Math.round(calls.totalTime(TimeUnit.NANOSECONDS)))
                    .isEqualTo(assigner.storeCalls().total().toNanos())
                    .isPositive();
            double failed = errors();

            dataSource.setUrl("jdbc:h2:mem:gone;IFEXISTS=TRUE");
            assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class);

            assertThat(errors()).isGreaterThan(failed);
        }
    }

    private double errors() {
        return registry.get("uid.store.errors")
                .tag("assigner", "leases")
                .functionCounter()
                .count();
    }
}
