package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;

/** A property that is set and has no effect is refused, because its author believes otherwise. */
class UnheededPropertiesTest {
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Databases.One.class)
    static class Application {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    @Test
    void areReportedWithWhatDecided() {
        assertThat(FailureReports.of(Application.class, "--uid.type=unbuffered", "--uid.ordering=strict"))
                .isEqualTo("""
                        Description:

                        no bean heeds uid.ordering=strict ("uid.ordering" from property source "commandLineArgs"), since uid.type=unbuffered.

                        Action:

                        Remove it, or set uid.type=cached.""");
    }

    private static final String REMOTE = "uid.client.servers=http://ids:8080";
    private static final String NOT_REMOTE = "remove uid.client.servers and set uid.type=";
    private static final String NOT_FIXED = "remove uid.worker.id and set uid.worker.";

    static Stream<List<String>> unheeded() {
        return Stream.of(
                List.of("uid.type=unbuffered", "uid.boost-power=4", "uid.type=cached"),
                List.of("uid.sequence-start=zero", "uid.type=unbuffered"),
                List.of("uid.clock.ticks=60", "uid.clock.policy=unused-sequences"),
                List.of(
                        "uid.type=unbuffered",
                        "uid.clock.policy=refuse",
                        "uid.clock.longest-wait=1s",
                        "uid.clock.policy=wait-then-refuse"),
                List.of("uid.type=cached", "uid.client.servers=http://ids:8080", "uid.type=remote"),
                List.of("uid.type=cached", "uid.client.servers[0]=http://ids:8080", "uid.type=remote"),
                List.of("uid.client.timeout=1s", "uid.type=remote"),
                List.of(REMOTE, "uid.worker.id=7", NOT_REMOTE + "cached or unbuffered"),
                List.of(REMOTE, "uid.layout.time-bits=31", NOT_REMOTE + "cached or unbuffered"),
                List.of(REMOTE, "uid.clock.ticks=60", NOT_REMOTE + "cached or unbuffered"),
                List.of(REMOTE, "uid.boost-power=4", NOT_REMOTE + "cached"),
                List.of(
                        "uid.generators.a.client.servers=http://ids:8080",
                        "uid.generators.b=",
                        "uid.generators.a.worker.holder=me",
                        "remove uid.generators.a.client.servers and set uid.type=cached or unbuffered"),
                List.of("uid.worker.assigner=leased", "uid.worker.id=7", "uid.worker.assigner=fixed"),
                List.of(
                        "uid.worker.assigner=disposable",
                        "uid.worker.namespace=orders",
                        "uid.worker.assigner=leased or fixed or env or statefulset"),
                List.of("uid.worker.id=7", "uid.worker.expected-identity=orders", NOT_FIXED + "assigner=leased"),
                List.of("uid.worker.id=7", "uid.worker.worker-ids.first=7", NOT_FIXED + "assigner=leased"),
                List.of("uid.worker.id=7", "uid.worker.variable=WORKER", NOT_FIXED + "assigner=env"),
                List.of(
                        "uid.worker.id=7",
                        "uid.max-borrow=1h",
                        "raise uid.worker.restart-gap, or set uid.worker.tick-file"),
                List.of("uid.worker.assigner=disposable", "uid.worker.store=jdbc", "uid.worker.assigner=leased"),
                List.of("uid.worker.restart-gap=5s", "uid.worker.assigner=fixed or env or statefulset"),
                List.of("uid.worker.tick-file=worker", "uid.worker.assigner=fixed or env or statefulset"),
                List.of("uid.worker.redis.replicas=1", "uid.worker.store=redis"),
                List.of("uid.worker.id=7", "uid.worker.jdbc.table-name=T", NOT_FIXED + "store=jdbc"),
                List.of("uid.segments.redis.replicas=1", "uid.segments.store=redis"),
                List.of("uid.generators.a.type=unbuffered", "uid.generators.a.boost-power=4", "uid.type=cached"),
                List.of("uid.generators.a.type=unbuffered", "uid.boost-power=4", "uid.type=cached"),
                List.of(
                        "uid.generators.a=",
                        "uid.generators.b.worker.id=1",
                        "uid.generators.b.worker.holder=me",
                        "remove uid.generators.b.worker.id and set uid.worker.assigner=leased"));
    }

    /** The last one is the remedy, the one before it what is refused. */
    @ParameterizedTest
    @MethodSource
    void unheeded(List<String> properties) {
        int last = properties.size() - 1;
        context.withPropertyValues(properties.subList(0, last).toArray(String[]::new))
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean heeds " + properties.get(last - 1));
                            assertThat(failure.action()).isEqualTo(remedy(properties.get(last)));
                        }));
    }

    private static String remedy(String remedy) {
        return remedy.startsWith("raise ")
                ? "Remove it, " + remedy + "."
                : "Remove it, or " + (remedy.startsWith("remove ") ? "" : "set ") + remedy + ".";
    }

    @Test
    void areReportedWithWhatIsSetThatDecided() {
        assertThat(FailureReports.of(Application.class, "--uid.worker.id=7", "--uid.worker.variable=WORKER"))
                .contains(
                        "no bean heeds uid.worker.variable=WORKER (\"uid.worker.variable\" from property source \"commandLineArgs\"), since uid.worker.id is set.");
        assertThat(FailureReports.of(Application.class, "--uid.sequence-start=zero"))
                .contains("\"commandLineArgs\"), since uid.type=cached unless set.");
    }

    @Test
    void areReportedWithoutSecrets() {
        assertThat(FailureReports.of(Application.class, "--uid.type=cached", "--uid.client.token=hunter2"))
                .contains("no bean heeds uid.client.token=****** (")
                .doesNotContain("hunter2");
    }

    @Test
    void areReportedTogether() {
        context.withPropertyValues("uid.worker.id=7", "uid.worker.holder=me", "uid.clock.ticks=6")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("uid.worker.holder=me")
                        .hasMessageContaining(", nor ")
                        .hasMessageContaining("uid.clock.ticks=6"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uid.generators.a.type=unbuffered, uid.generators.b=, uid.boost-power=4", // of b
                "uid.generators.a.worker.id=1, uid.generators.b=, uid.worker.holder=me",
                "uid.type=unbuffered, uid.clock.policy=unused-sequences, uid.clock.ticks=60",
                "uid.worker.jdbc.table-name=T, uid.worker.assigner=disposable",
                "uid.worker.id=1, uid.max-borrow=1h, uid.worker.restart-gap=1h",
                "uid.generators.a.worker.id=1, uid.generators.b=, uid.max-borrow=1h",
            })
    void whatOneGeneratorHeedsStays(String properties) {
        context.withPropertyValues(properties.split(", "))
                .run(started -> assertThat(started).hasNotFailed());
    }

    /** What a profile or a test chooses otherwise cannot be unset. */
    @ParameterizedTest
    @CsvSource({
        "uid.boost-power,             4,      uid.type,                 unbuffered",
        "uid.worker.namespace,        orders, uid.worker.id,            1",
        "uid.worker.redis.replicas,   1,      uid.worker.store,         jdbc",
        "uid.segments.redis.replicas, 1,      uid.segments.store,       jdbc",
        "uid.worker.holder,           me,     uid.generators.a.worker.id, 1",
    })
    void whatAnotherSourceHasOverruledStays(String property, String value, String choice, String chosen) {
        context.withInitializer(starting -> starting.getEnvironment()
                        .getPropertySources()
                        .addLast(new MapPropertySource("below", Map.of(property, value))))
                .withPropertyValues(choice + "=" + chosen)
                .run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void environmentVariablesStay() {
        context.withInitializer(starting -> {
                    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
                    starting.getEnvironment()
                            .getPropertySources()
                            .replace(name, new SystemEnvironmentPropertySource(name, Map.of("UID_BOOSTPOWER", "4")));
                })
                .withPropertyValues("uid.type=unbuffered")
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
    }

    @Test
    void whatABeanOfTheApplicationDecidesStays() {
        context.withBean(WorkerIdAssigner.class, () -> StaticWorkerIdAssigner.of(1))
                .withPropertyValues("uid.worker.holder=me", "uid.worker.redis.replicas=1")
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
    }
}
