package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Which id space an application expects. */
class WorkerSpaceTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    @Test
    void isThatOfTheStore() {
        context.run(started -> assertThat(
                        started.getBean(ManagedUidGenerator.class).status().space())
                .contains(started.getBean(LeasedWorkerIds.class)
                        .space()
                        .orElseThrow()
                        .toString()));
    }

    @Test
    void mayBeNamed() {
        context.withPropertyValues("uid.worker.namespace=orders", "uid.worker.space=orders")
                .run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void isRefusedIfItIsNotTheExpectedOne() {
        context.withPropertyValues("uid.worker.space=default/482903117264")
                .run(
                        started -> assertThat(started.getStartupFailure())
                                .rootCause()
                                .hasMessageStartingWith(
                                        "space=default/482903117264 is expected, but WORKER_LEASE (namespace default) holds none: "));
    }

    @Test
    void cannotBeExpectedOfWorkerIdsThatHaveNone() {
        context.withPropertyValues("uid.worker.assigner=disposable", "uid.worker.space=default")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasMessageContaining("uid.worker.space=default")
                        .hasMessageContaining("since uid.worker.assigner=disposable"));
    }
}
