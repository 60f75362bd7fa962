package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

class UidAutoConfigurationTest {
    private final ApplicationContextRunner withoutDatabase = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));
    private final ApplicationContextRunner context = withoutDatabase.withUserConfiguration(Databases.One.class);

    /** Not the row of the store identity. */
    private static final String LEASES = "WORKER_LEASE WHERE NAMESPACE = 'default'";

    private static long rows(ApplicationContext context, String dataSource, String table) {
        JdbcTemplate jdbc = new JdbcTemplate(context.getBean(dataSource, DataSource.class));
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
        return count == null ? 0 : count;
    }

    @Test
    void leasesAWorkerIdFromTheOnlyDataSource() {
        context.run(started -> {
            assertThat(started).hasSingleBean(UidGenerator.class).hasSingleBean(LeasedWorkerIds.class);
            assertThat(started).getBean("uidGenerator").isInstanceOf(CachedUidGenerator.class);
            assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
            assertThat(rows(started, "dataSource", LEASES)).isEqualTo(1);
        });
    }

    @Test
    void givesTheWorkerIdBackWhenTheContextIsClosed() {
        context.run(started -> {
            UidGenerator generator = started.getBean(UidGenerator.class);
            LeasedWorkerIds assigner = started.getBean(LeasedWorkerIds.class);
            assertThat(assigner.workers())
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(WorkerLeaseStatus.State.IN_USE));

            started.close();

            assertThatThrownBy(generator::getUID).hasMessage("uidGenerator is closed");
            assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(generator.layout())))
                    .hasMessageEndingWith("is closed");
            assertThat(assigner.workers())
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(WorkerLeaseStatus.State.GIVEN_BACK));
        });
    }

    @Test
    void givesTheWorkerIdBackWhenTheStartFailsHalfWay() {
        JdbcDataSource database = Databases.h2();
        withoutDatabase
                .withBean(DataSource.class, () -> database)
                .withBean(SmartInitializingSingleton.class, () -> () -> {
                    throw new IllegalStateException("half way");
                })
                .run(started -> assertThat(started).getFailure().hasMessage("half way"));

        try (LeasedWorkerIds observer = LeasedWorkerIds.on(JdbcLeaseStore.on(database))) {
            assertThat(observer.workers())
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(WorkerLeaseStatus.State.GIVEN_BACK));
        }
    }

    @Test
    void doesNothingWhenSwitchedOff() {
        withoutDatabase
                .withPropertyValues("uid.enabled=false")
                .run(started -> assertThat(started)
                        .hasNotFailed()
                        .doesNotHaveBean(UidGenerator.class)
                        .doesNotHaveBean(WorkerIdAssigner.class));
    }

    @Test
    void makesAnUnbufferedGeneratorIfAskedTo() {
        context.withPropertyValues("uid.type=unbuffered")
                .run(started -> assertThat(started).getBean("uidGenerator").isInstanceOf(DefaultUidGenerator.class));
    }

    @Test
    void takesThrowAwayWorkerIdsIfAskedTo() {
        context.withPropertyValues("uid.worker.assigner=disposable").run(started -> {
            assertThat(started).hasSingleBean(DisposableWorkerIdAssigner.class);
            assertThat(rows(started, "dataSource", "WORKER_NODE")).isEqualTo(1);
        });
    }

    @Test
    void aWorkerIdNeedsNoStore() {
        withoutDatabase.withPropertyValues("uid.worker.id=7").run(started -> {
            assertThat(started).hasSingleBean(StaticWorkerIdAssigner.class);
            assertThat(started.getBean(ManagedUidGenerator.class).status().workerId())
                    .isEqualTo(7);
        });
    }

    @Test
    void anEnvironmentVariableNeedsNoStore() {
        withoutDatabase
                .withPropertyValues("uid.worker.variable=NO_SUCH")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasRootCauseMessage(
                                        "environment variable NO_SUCH must be a worker id, a number of at most 18 digits: it is not set"));
    }

    @Test
    void aStatefulSetNeedsNoStore() {
        withoutDatabase.withPropertyValues("uid.worker.assigner=statefulset").run(started -> {
            if (started.getStartupFailure() == null) { // on such a pod
                assertThat(started).hasSingleBean(StaticWorkerIdAssigner.class);
            } else {
                assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("environment variable HOSTNAME must be the name of a StatefulSet pod");
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAssigner {
        @Bean
        WorkerIdAssigner own() {
            return StaticWorkerIdAssigner.of(42);
        }
    }

    @Test
    void usesTheAssignerOfTheApplication() {
        context.withUserConfiguration(OwnAssigner.class).run(started -> {
            assertThat(started).hasSingleBean(WorkerIdAssigner.class);
            assertThat(started.getBean(ManagedUidGenerator.class).status().workerId())
                    .isEqualTo(42);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnGenerator {
        @Bean
        UidGenerator own() {
            return DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(1)).build();
        }
    }

    @Test
    void leavesTheGeneratorToTheApplicationAndAsksForNoWorkerId() {
        withoutDatabase.withUserConfiguration(OwnGenerator.class).run(started -> {
            assertThat(started).hasNotFailed().hasSingleBean(UidGenerator.class).hasBean("own");
        });
    }

    @Test
    void aGeneratorOfTheApplicationMayUseTheAssigner() {
        context.withUserConfiguration(OwnGenerator.class)
                .run(started -> assertThat(started.getBean(WorkerIdAssigner.class))
                        .asString()
                        .startsWith("leased worker ids of WORKER_LEASE "));
    }

    @Test
    void prefersThePrimaryDataSource() {
        withoutDatabase
                .withUserConfiguration(Databases.OneIsPrimary.class)
                .run(started -> assertThat(rows(started, "b", LEASES)).isEqualTo(1));
    }

    @Test
    void prefersTheMarkedDataSourceToThePrimaryOne() {
        withoutDatabase
                .withUserConfiguration(Databases.OneIsMarked.class)
                .run(started -> assertThat(rows(started, "a", LEASES)).isEqualTo(1));
    }
}
