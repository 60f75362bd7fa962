package org.uidgenerator.spring.boot.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/**
 * A generator of the application that is no {@code ManagedUidGenerator}: it hands out UIDs, and says nothing of itself.
 */
class UnmanagedGeneratorTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withPropertyValues("management.endpoints.web.exposure.include=*")
            .withUserConfiguration(Counting.class);

    private static final class Counter implements UidGenerator {
        private final AtomicLong last = new AtomicLong();

        @Override
        public long getUID() {
            return last.incrementAndGet();
        }

        @Override
        public void advancePast(long uid) {
            last.accumulateAndGet(uid, Math::max);
        }

        @Override
        public OptionalLong tryGetUID(Duration timeout) {
            return OptionalLong.of(getUID());
        }

        @Override
        public UidRange claim(int atMost) {
            long uid = getUID();
            return new UidRange(uid, uid, 1);
        }

        @Override
        public UidLayout layout() {
            return UidLayout.DEFAULT;
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Counting {
        @Bean
        UidGenerator counter() {
            return new Counter();
        }
    }

    /** Declared as what callers need, so that its type says nothing of its status. */
    @Configuration(proxyBeanMethods = false)
    static class Managed {
        @Bean
        UidGenerator managed() {
            return DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(1)).build();
        }
    }

    @Test
    void hasNoMeters() {
        context.run(started -> assertThat(generatorsWithMeters(started)).isEmpty());
    }

    @Test
    void leavesTheMetersToTheOthers() {
        context.withUserConfiguration(Managed.class)
                .run(started -> assertThat(generatorsWithMeters(started)).containsExactly("managed"));
    }

    private static Set<String> generatorsWithMeters(ApplicationContext context) {
        MeterRegistry registry = new SimpleMeterRegistry();
        context.getBean("uidMetrics", MeterBinder.class).bindTo(registry);
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getTag("generator"))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    @Test
    void hasNoHealth() {
        context.run(started -> {
            assertThat(started).hasNotFailed().hasBean("uidHealthIndicator");
            UidHealth.Verdict verdict =
                    new UidHealth(() -> started.getBeansOfType(UidGenerator.class), Map::of).judge();
            assertThat(verdict.worst()).isEqualTo(UidHealth.Condition.UNKNOWN);
            assertThat(verdict.details()).isEmpty();
        });
    }

    @Test
    void leavesTheHealthToTheOthers() {
        context.withUserConfiguration(Managed.class).run(started -> {
            UidHealth.Verdict verdict =
                    new UidHealth(() -> started.getBeansOfType(UidGenerator.class), Map::of).judge();
            assertThat(verdict.worst()).isEqualTo(UidHealth.Condition.UP);
            assertThat(verdict.details()).containsOnlyKeys("managed");
        });
    }

    @Test
    void showsItsLayoutAndWhatIsInItsUids() {
        context.run(started -> {
            UidEndpoint endpoint = started.getBean(UidEndpoint.class);
            assertThat(endpoint.generators())
                    .isEqualTo(Map.of(
                            "counter",
                            Map.of(
                                    "layout", "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z",
                                    "expiresAt", "2094-01-19T03:14:08Z",
                                    "uidsPerSecond", 262_144.0)));
            assertThat(endpoint.decode("counter", "7"))
                    .isEqualTo(Map.of("uid", "7", "time", "2026-01-01T00:00:00Z", "workerId", 0L, "sequence", 7L));
        });
    }

    @Test
    void tellsDataCentreAndMachineApartWhereTheLayoutHasThem() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        UidWorkerAutoConfiguration.class,
                        UidAutoConfiguration.class,
                        UidActuatorAutoConfiguration.class))
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=uid",
                        "uid.layout.preset=twitter",
                        "uid.worker.data-center-id=11",
                        "uid.worker.id=26")
                .run(started -> {
                    long uid = started.getBean(UidGenerator.class).getUID();
                    assertThat(started.getBean(UidEndpoint.class).decode("uidGenerator", Long.toString(uid)))
                            .containsOnlyKeys("uid", "time", "workerId", "dataCenterId", "machineId", "sequence")
                            .containsEntry("workerId", 378L)
                            .containsEntry("dataCenterId", 11L)
                            .containsEntry("machineId", 26L);
                });
    }
}
