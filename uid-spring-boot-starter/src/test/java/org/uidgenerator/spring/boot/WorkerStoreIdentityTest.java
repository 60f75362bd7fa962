package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Which store identity an application expects. */
class WorkerStoreIdentityTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    @Test
    void isThatOfTheStore() {
        context.run(started -> assertThat(
                        started.getBean(ManagedUidGenerator.class).status().identity())
                .contains(started.getBean(LeasedWorkerIds.class)
                        .identity()
                        .orElseThrow()
                        .toString()));
    }

    @Test
    void mayBeNamed() {
        context.withPropertyValues("uid.worker.namespace=orders", "uid.worker.expected-identity=orders")
                .run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void isRefusedIfItIsNotTheExpectedOne() {
        context.withPropertyValues("uid.worker.expected-identity=default/482903117264")
                .run(
                        started -> assertThat(started.getStartupFailure())
                                .rootCause()
                                .hasMessageStartingWith(
                                        "expectedIdentity=default/482903117264 is expected, but WORKER_LEASE (namespace default) holds none: "));
    }

    @Test
    void cannotBeExpectedOfWorkerIdsThatHaveNone() {
        context.withPropertyValues("uid.worker.assigner=disposable", "uid.worker.expected-identity=default")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasMessageContaining("uid.worker.expected-identity=default")
                        .hasMessageContaining("since uid.worker.assigner=disposable"));
    }
}
