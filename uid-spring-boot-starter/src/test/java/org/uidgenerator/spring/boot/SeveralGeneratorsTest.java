package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

class SeveralGeneratorsTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    static final class Shop {
        final ManagedUidGenerator orders;
        final ManagedUidGenerator payments;

        Shop(@Qualifier("orders") ManagedUidGenerator orders, @Qualifier("payments") ManagedUidGenerator payments) {
            this.orders = orders;
            this.payments = payments;
        }
    }

    @Test
    void areFoundByTheirNames() {
        context.withBean(Shop.class)
                .withPropertyValues("uid.generators.orders.boost-power=1", "uid.generators.payments.type=unbuffered")
                .run(started -> {
                    Shop shop = started.getBean(Shop.class);
                    assertThat(shop.orders).isInstanceOf(CachedUidGenerator.class);
                    assertThat(shop.payments).isInstanceOf(DefaultUidGenerator.class);
                    assertThat(shop.orders.status().workerId())
                            .isNotEqualTo(shop.payments.status().workerId());
                    assertThat(started).hasSingleBean(LeasedWorkerIds.class);
                    assertThat(started).doesNotHaveBean("uidGenerator");
                });
    }

    @Test
    void haveWhatIsSetForAllUnlessTheySetItThemselves() {
        context.withPropertyValues(
                        "uid.layout.time-bits=31",
                        "uid.layout.worker-bits=16",
                        "uid.layout.seq-bits=16",
                        "uid.boost-power=${power}",
                        "power=2",
                        "uid.generators.few.boost-power=0",
                        "uid.generators.many-more.type=cached")
                .run(started -> {
                    ManagedUidGenerator few = started.getBean("few", ManagedUidGenerator.class);
                    ManagedUidGenerator many = started.getBean("many-more", ManagedUidGenerator.class);
                    assertThat(few.layout().seqBits()).isEqualTo(16);
                    assertThat(many.layout().seqBits()).isEqualTo(16);
                    assertThat(many.status().capacity())
                            .isEqualTo(4 * few.status().capacity());
                });
    }

    @Test
    void oneIsPrimaryIfThePropertiesSaySo() {
        context.withPropertyValues(
                        "uid.primary=logs",
                        "uid.generators.orders.type=unbuffered",
                        "uid.generators.logs.type=unbuffered")
                .run(started -> assertThat(started.getBean(UidGenerator.class)).isSameAs(started.getBean("logs")));
    }

    @Test
    void refusesAPrimaryOneThatIsNotThere() {
        context.withPropertyValues(
                        "uid.primary=log", "uid.generators.orders.type=cached", "uid.generators.logs.type=cached")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasMessage(
                                        "Property uid.primary with value 'log' is invalid: It must be one of uid.generators: [orders, logs]"));
        context.withPropertyValues("uid.primary=uidGenerator")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasMessage(
                                        "Property uid.primary with value 'uidGenerator' is invalid: It must be one of uid.generators: []"));
    }

    @Test
    void namesInCamelCaseKeepTheirProperties() {
        context.withPropertyValues("uid.generators.orderLines.type=unbuffered", "uid.generators.orderLines.worker.id=9")
                .run(started -> assertThat(started.getBean("orderLines", ManagedUidGenerator.class)
                                .status()
                                .workerId())
                        .isEqualTo(9));
    }

    @Test
    void refusesANameThatCannotBeSpelled() {
        context.withPropertyValues("uid.generators[a.b].type=unbuffered")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasMessage(
                                        "Property uid.generators.a.b with value 'a.b' is invalid: The name of a generator must be letters, digits, - and _."));
    }

    @Test
    void anotherLayoutNeedsANamespaceOfItsOwn() {
        String[] layout = {
            "uid.generators.orders.type=cached",
            "uid.generators.logs.layout.time-bits=31",
            "uid.generators.logs.layout.worker-bits=10",
            "uid.generators.logs.layout.seq-bits=22"
        };
        context.withPropertyValues(layout)
                .run(started -> assertThat(started.getStartupFailure())
                        .hasStackTraceContaining("all generators of a namespace must have equal layouts"));

        context.withPropertyValues(layout)
                .withPropertyValues("uid.generators.logs.worker.namespace=logs")
                .run(started -> {
                    assertThat(started.getBean("logs", UidGenerator.class)
                                    .layout()
                                    .seqBits())
                            .isEqualTo(22);
                    assertThat(started.getBean("orders", UidGenerator.class)
                                    .layout()
                                    .seqBits())
                            .isEqualTo(18);
                    assertThat(started.getBeansOfType(LeasedWorkerIds.class))
                            .containsOnlyKeys("workerIdAssigner", "logsWorkerIdAssigner");
                    assertThat(started.getBean(WorkerIdAssigner.class))
                            .hasToString("leased worker ids of WORKER_LEASE (namespace default)");
                });
    }

    @Test
    void shareNoWorkerIdUnlessEachSaysSo() {
        String[] inherited = {
            "uid.worker.id=7",
            "uid.generators.a.type=unbuffered",
            "uid.generators.b.worker.restart-gap=5s", // an assigner of its own, and yet the same worker id
            "uid.generators.c.worker.id=8"
        };
        context.withPropertyValues(inherited)
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasRootCauseMessage(
                                        "generators must not have one worker id unless their UIDs may be equal: set uid.generators.<name>.worker.id, variable, assigner or namespace for each of [a, b]"));

        context.withPropertyValues(inherited)
                .withPropertyValues("uid.generators.b.worker.namespace=logs")
                .run(started -> {
                    assertThat(workerId(started, "a")).isEqualTo(7);
                    assertThat(workerId(started, "b")).isEqualTo(7);
                    assertThat(workerId(started, "c")).isEqualTo(8);
                    assertThat(started.getBean("b", ManagedUidGenerator.class)
                                    .status()
                                    .identity())
                            .contains("logs");
                });
    }

    @Test
    void doNotTakeOneWorkerIdOfANamespaceTwice() {
        context.withPropertyValues("uid.generators.a.worker.id=7", "uid.generators.b.worker.id=7")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .hasRootCauseMessage(
                                        "worker id 7 of namespace default belongs to generator a of this JVM until that one is closed or suspended: do that first, or give this one another workerId, or another namespace if UIDs of the two may be equal"));
    }

    @Test
    void metersNeedNoStoreThatNoGeneratorUses() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        UidWorkerAutoConfiguration.class,
                        UidAutoConfiguration.class,
                        UidActuatorAutoConfiguration.class))
                .withPropertyValues("uid.generators.a.worker.id=7", "uid.generators.b.worker.id=8")
                .run(started -> {
                    MeterRegistry meters = new SimpleMeterRegistry();
                    started.getBean(MeterBinder.class).bindTo(meters);

                    assertThat(meters.get("uid.worker.id").gauges()).hasSize(2);
                    assertThat(meters.find("uid.store.calls").functionTimers()).isEmpty();
                });
    }

    private static long workerId(ApplicationContext context, String generator) {
        return context.getBean(generator, ManagedUidGenerator.class).status().workerId();
    }

    @Test
    void anAssignerOfOneGeneratorOutlivesIt() {
        context.withPropertyValues("uid.generators.logs.worker.namespace=logs").run(started -> {
            LeasedWorkerIds assigner = started.getBean("logsWorkerIdAssigner", LeasedWorkerIds.class);
            assertThat(started.getBeanFactory().getDependenciesForBean("logs")).contains("logsWorkerIdAssigner");
            assertThat(started.getBeanFactory().getDependenciesForBean("logsWorkerIdAssigner"))
                    .contains("logsWorkerLeaseStore");
            assertThat(started.getBeanFactory().getDependenciesForBean("logsWorkerLeaseStore"))
                    .contains("dataSource");

            started.close();

            assertThat(assigner.workers())
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.state()).isEqualTo(WorkerLeaseStatus.State.GIVEN_BACK));
        });
    }
}
