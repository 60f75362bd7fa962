package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/** Whatever is written below {@code uid} has an effect, and the one that was meant; or there is no start. */
class StrictPropertiesTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    @Import(Databases.One.class)
    static class Application {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    @Test
    void aMisspeltNameIsReportedWithTheNamesBesideIt() {
        assertThat(FailureReports.of(Application.class, "--uid.layout.timebit=41"))
                .isEqualTo("""
                        Description:

                        no bean reads uid.layout.timebit=41 ("uid.layout.timebit" from property source "commandLineArgs").

                        Action:

                        There are these below uid.layout: data-center-bits, epoch-str, field-order, preset, seq-bits, text, tick, time-bits, total-bits, worker-bits.""");
    }

    @ParameterizedTest
    @CsvSource({
        "uid.boost-powr,                           'below uid: boost-power, client, clock, enabled, layout, '",
        "uid.worker.asigner,                       'below uid.worker: assigner, '",
        "uid.client.server,                        'below uid.client: expected-identity, '",
        "uid.client.servers[0].uri,                'below uid.client: expected-identity, '",
        "uid.client.timeout[0],                    'below uid.client: expected-identity, '",
        "uid.generators.orders.client.server,      'below uid.client: expected-identity, '",
        "uid.worker.redis.replica,                 'below uid.worker.redis: accept-data-loss, replicas, timeout.'",
        "uid.time-bits,                            'below uid: '",
        "uid.generators.orders.layuot,             'below uid: '",
        "uid.generators.orders.layuot.time-bits,   'below uid: '",
        "uid.generators.orders.layout.timebit,     'below uid.layout: '",
        "uid.segments.minstep.orders,              'below uid.segments: '",
        "uid.segments.step,                        'below uid.segments: '",
        "uid.segments.tags.orders.frist,           'below uid.segments.tags: description, first, max, pattern, '",
        "uid.segments.tags.shop.orders.first, '. Brackets are around a key with dots: uid.segments.tags[a.b].'",
    })
    void aMisspeltNameEndsTheStart(String property, String choices) {
        context.withPropertyValues(property + "=x")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads " + property + "=x (");
                            assertThat(failure.action())
                                    .startsWith("There are these below uid")
                                    .contains(choices);
                        }));
    }

    @Test
    void allMisspeltNamesAreReportedTogether() {
        context.withPropertyValues("uid.layuot.time-bits=31", "uid.worker.hodler=me")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("uid.layuot.time-bits=31")
                        .hasMessageContaining(", nor uid.worker.hodler=me"));
    }

    @Test
    void eachNameThatThereIsIsKnown() {
        context.withPropertyValues("uid.worker.id=1", "uid.generators.a=", "uid.generators.b.type=cached")
                .withPropertyValues("uid.primary=a", "uid.layout.timeBits=31", "uid.public-ids.format=hex")
                .withPropertyValues("uid.segments.tags.orders.first=1", "uid.generators.b.worker.id=2")
                .run(started ->
                        assertThat(started.getBeansOfType(UidGenerator.class)).containsOnlyKeys("a", "b"));
    }

    @Test
    void thoseOfPublicIdsNeedTheirModule() {
        context.withPropertyValues("uid.public-ids.key=000102030405060708090a0b0c0d0e0f")
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
        context.withClassLoader(new FilteredClassLoader(PublicUid.class))
                .withPropertyValues("uid.public-ids.key=000102030405060708090a0b0c0d0e0f")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads uid.public-ids.key=****** (");
                            assertThat(failure.action())
                                    .isEqualTo("Add the dependency org.uidgenerator:uid-jackson, or remove it.");
                        }));
    }

    @ConfigurationProperties("uid.shop")
    record ShopProperties(String name) {}

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(ShopProperties.class)
    static class Shop {}

    @Test
    void propertiesOfTheApplicationMayLieBelow() {
        context.withUserConfiguration(Shop.class)
                .withPropertyValues("uid.shop.name=corner")
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
        context.withPropertyValues("uid.shop.name=corner")
                .run(started -> assertThat(started).getFailure().rootCause().hasMessageContaining("uid.shop.name"));
    }

    @Test
    void misspeltPropertiesOfTheApplicationEndTheStartIfARecordNamesThem() {
        context.withUserConfiguration(Shop.class)
                .withPropertyValues("uid.shop.nmae=corner")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads uid.shop.nmae=corner (");
                            assertThat(failure.action()).isEqualTo("There are these below uid.shop: name.");
                        }));
    }

    @Test
    void environmentVariablesMayBeMeantForOthers() {
        context.withInitializer(starting -> {
                    MutablePropertySources sources = starting.getEnvironment().getPropertySources();
                    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
                    sources.replace(name, new SystemEnvironmentPropertySource(name, Map.of("UID_MIN", "1000")));
                })
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uid.max-wait=5",
                "uid.max-borrow=0",
                "uid.schedule-interval=60",
                "uid.worker.reservation=600",
                "uid.layout.tick=1",
                "uid.segments.step-duration=900"
            })
    void aDurationHasItsUnit(String property) {
        context.withPropertyValues(property)
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage(
                                "a duration must have a unit, such as 500ms, 5s, 10m or 24h: " + property));
    }

    @Test
    void aDurationOfOneGeneratorHasItsUnit() {
        context.withPropertyValues("uid.generators.orders.max-wait=5")
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage("a duration must have a unit, such as 500ms, 5s, 10m or 24h:"
                                + " uid.generators.orders.max-wait=5"));
    }

    @ParameterizedTest
    @CsvSource({
        "uid.client.servers[1]=http://b:1,                                     uid.client.servers[1]=http://b:1",
        "uid.client.servers[0]=http://a:1 uid.client.servers[2]=http://b:1,    uid.client.servers[2]=http://b:1",
        "uid.client.servers[0]=http://a:1 uid.client.servers[x]=http://b:1,    uid.client.servers[x]=http://b:1",
        "uid.generators.a.client.servers[1]=http://b:1, uid.generators.a.client.servers[1]=http://b:1",
        "uid.worker.store=etcd uid.worker.etcd.servers[1]=http://b:1,          uid.worker.etcd.servers[1]=http://b:1",
    })
    void anElementOfAListThatIsNotReadEndsTheStart(String properties, String unread) {
        context.withPropertyValues(properties.split(" "))
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads " + unread + " (");
                            assertThat(failure.action())
                                    .isEqualTo("Number the elements of a list from 0, without a gap.");
                        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uid.client.servers=http://a:1,,http://b:1", "uid.client.servers=http://a:1,"})
    void anElementOfAListHasAValue(String property) {
        context.withPropertyValues(property)
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage("a list must have no empty element: " + property));
    }

    /** Boot would read the one that is written first, and the author may have changed the other one. */
    @Test
    void aPropertyThatAFileSpellsInTwoWaysIsReported(@TempDir Path folder) throws IOException {
        assertThat(report(folder, "uid:\n  boostPower: 4\n  boost-power: 3\n"))
                .startsWith("Description:\n\nno bean reads both uid.boostPower=4 (")
                .contains(" - 2:15) and uid.boost-power=3 (")
                .endsWith(" - 3:16).\n\nAction:\n\nRemove one of them.");
    }

    @ParameterizedTest
    @CsvSource({
        "uid.boostPower=4,                      uid.boost_power=3",
        "uid.layout.timeBits=31,                uid.layout.TIME-BITS=31",
        "uid.generators.orderLines.type=cached, uid.generators.order-lines.type=unbuffered",
        "uid.segments.tags.A.first=1,           uid.segments.tags.a.first=2",
        "uid.client.servers=http://a:1,         uid.client.servers[0]=http://b:1",
    })
    void aPropertyThatOneSourceSpellsInTwoWaysEndsTheStart(String one, String other) {
        context.withPropertyValues(one, other)
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure)
                                    .hasMessageStartingWith("no bean reads both ")
                                    .hasMessageContaining(one + " (")
                                    .hasMessageContaining(other + " (");
                            assertThat(failure.action()).isEqualTo("Remove one of them.");
                        }));
    }

    @Test
    void aSecretThatOneSourceSpellsInTwoWaysIsNotShown() {
        context.withPropertyValues("uid.client.token=hunter2", "uid.client.Token=hunter3")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("uid.client.token=****** (")
                        .hasMessageContaining("uid.client.Token=****** (")
                        .hasMessageNotContaining("hunter"));
    }

    /** What a profile, a test or an environment variable overrides may be spelled otherwise there. */
    @Test
    void aPropertyThatTwoSourcesSpellInTwoWaysIsThatOfTheFirst() {
        CompositePropertySource imported = new CompositePropertySource("imported");
        imported.addPropertySource(new MapPropertySource("shop", Map.of("uid.paddingFactor", "40")));
        imported.addPropertySource(new MapPropertySource("all", Map.of("uid.padding-factor", "60")));
        context.withInitializer(starting -> {
                    MutablePropertySources sources = starting.getEnvironment().getPropertySources();
                    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
                    sources.replace(
                            name,
                            new SystemEnvironmentPropertySource(
                                    name, Map.of("UID_BOOSTPOWER", "4", "UID_BOOST_POWER", "5")));
                    sources.addLast(new MapPropertySource("file", Map.of("uid.boost-power", "3")));
                    sources.addLast(imported);
                })
                .withPropertyValues("uid.boostPower=2")
                .run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
    }

    @ParameterizedTest
    @CsvSource({
        "uid.segments.tags.a/b.first=1,   uid.segments.tags[a/b].first=1",
        "uid.segments.tags.$a/b@.first=1, uid.segments.tags[$a/b@].first=1",
        "uid.segments.tags.-a.first=1,    uid.segments.tags[-a].first=1",
        "uid.segments.tags.a/b=,          uid.segments.tags[a/b]=",
        "uid.segments.tags.a/=,           uid.segments.tags[a/]=",
    })
    void aKeyOfWhichBootDropsCharactersEndsTheStartAndIsReadInBrackets(String without, String with) {
        context.withPropertyValues(without)
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads " + without + " (");
                            assertThat(failure.action())
                                    .isEqualTo("Write " + with.substring(0, with.indexOf('=')) + ".");
                        }));
        context.withPropertyValues(with, "uid.segments.unknown-tags=create").run(started -> {
            String tag = with.substring(with.indexOf('[') + 1, with.indexOf(']'));
            assertThat(started.getBean(SegmentTag.class).toString()).contains(tag);
            assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "uid.generators.a/b.boost-power, 'The name of a generator must be letters, digits, - and _.'",
        "uid.boost/power,         'There are these below uid: boost-power, client, '",
        "uid.layout.timé-bits,    'There are these below uid.layout: data-center-bits, '",
        "uid.lay/out.time-bits,   'There are these below uid: boost-power, client, '",
    })
    void aNameOfWhichBootDropsCharactersEndsTheStart(String property, String action) {
        context.withPropertyValues(property + "=1")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure).hasMessageStartingWith("no bean reads " + property + "=1 (");
                            assertThat(failure.action()).startsWith(action);
                        }));
    }

    private static String report(Path folder, String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("application.yaml"), yaml);
        return FailureReports.of(Application.class, "--spring.config.location=" + file.toUri());
    }

    @Test
    void aNumberThatYamlReadsAsOctalIsRefused(@TempDir Path folder) throws IOException {
        assertThat(report(folder, "uid:\n  worker:\n    id: 010\n"))
                .contains("a number must not begin with 0, which makes it octal in YAML: uid.worker.id is read as 8");
        assertThat(report(folder, "uid:\n  generators:\n    orders:\n      worker: {id: 0_17}\n"))
                .contains("uid.generators.orders.worker.id is read as 15");
    }

    /** The other side of the test before: these fail for another reason. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "'010'", "10"})
    void otherNumbersOfYamlAreReadAsTheyAreWritten(String id, @TempDir Path folder) throws IOException {
        assertThat(report(folder, "uid:\n  boost-power: 13\n  worker:\n    id: " + id + "\n"))
                .contains("uid.boost-power=13")
                .doesNotContain("octal");
    }
}
