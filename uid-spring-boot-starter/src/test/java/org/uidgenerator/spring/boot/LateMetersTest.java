package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.DefaultUidGeneratorFactoryBean;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.WorkerLease;

/** Meters of beans that are made after the registries are bound, as they are at the end of the start. */
class LateMetersTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class,
                    UidAutoConfiguration.class,
                    UidSegmentAutoConfiguration.class,
                    UidActuatorAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    private static MeterRegistry bound(MeterBinder meters) {
        MeterRegistry registry = new SimpleMeterRegistry();
        meters.bindTo(registry);
        return registry;
    }

    @Test
    void comeWithLazyBeansOfTheStarter() {
        context.withInitializer(starting -> starting.addBeanFactoryPostProcessor(beans -> {
                    for (String name : beans.getBeanDefinitionNames()) {
                        beans.getBeanDefinition(name).setLazyInit(true);
                    }
                }))
                .withPropertyValues("uid.segments.unknown-tags=create")
                .run(started -> {
                    MeterRegistry registry = bound(started.getBean(MeterBinder.class));
                    assertThat(registry.getMeters()).isEmpty();

                    started.getBean(UidGenerator.class).getUID();
                    started.getBean(SegmentIdGenerator.class).getUID("orders");

                    assertThat(registry.get("uid.ring.capacity")
                                    .tag("generator", "uidGenerator")
                                    .gauge()
                                    .value())
                            .isPositive();
                    assertThat(registry.get("uid.store.calls")
                                    .tag("assigner", "workerIdAssigner")
                                    .functionTimer()
                                    .count())
                            .isPositive();
                    assertThat(registry.get("uid.segment.tags")
                                    .tag("generator", "segmentIdGenerator")
                                    .gauge())
                            .isNotNull();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        @Lazy
        UidGenerator own() {
            return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                    .build();
        }
    }

    @Test
    void comeWithLazyBeansOfTheApplicationAndWithSuchAsAreRegisteredLater() {
        context.withUserConfiguration(Own.class).run(started -> {
            MeterRegistry registry = bound(started.getBean(MeterBinder.class));
            GenericApplicationContext running = (GenericApplicationContext) started.getSourceApplicationContext();
            running.registerBean("late", DefaultUidGeneratorFactoryBean.class, () -> {
                DefaultUidGeneratorFactoryBean factory = new DefaultUidGeneratorFactoryBean();
                factory.setWorkerIdAssigner(layout -> WorkerLease.neverReused(2));
                return factory;
            });

            running.getBean("own");
            running.getBean("late");

            assertThat(registry.get("uid.worker.id").gauges())
                    .extracting(gauge -> gauge.getId().getTag("generator"))
                    .containsExactlyInAnyOrder("own", "late");
        });
    }
}
