package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/** Properties that are set by environment variables, whose names have no case, dashes or other characters. */
class EnvironmentVariablesTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    private ApplicationContextRunner with(Map<String, Object> variables, Map<String, Object> file) {
        return context.withInitializer(starting -> {
            MutablePropertySources sources = starting.getEnvironment().getPropertySources();
            String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
            sources.replace(name, new SystemEnvironmentPropertySource(name, variables));
            sources.addLast(new MapPropertySource("file", file));
        });
    }

    /** Containers are often told the user's id in it. */
    @Test
    void theIdOfTheUserIsNoProperty() {
        with(Map.of("UID", "1000"), Map.of()).run(started -> assertThat(started).hasSingleBean(UidGenerator.class));
    }

    @Test
    void theIdOfTheUserIsNoPropertyOfOneGenerator() {
        with(Map.of("UID", "1000"), Map.of("uid.generators.orders", ""))
                .run(started -> assertThat(started).hasBean("orders").hasSingleBean(UidGenerator.class));
    }

    /** Kubernetes sets such ones in each container, for each service of the namespace. */
    @Test
    void theLinksToAServiceOfThatNameAreNoProperties() {
        Map<String, Object> links = new HashMap<>();
        for (String service : List.of("UID", "UID_GENERATORS", "UID_SEGMENTS", "UID_SEGMENTS_TAGS", "UID_WORKER")) {
            links.put(service + "_SERVICE_HOST", "10.0.0.7");
            links.put(service + "_SERVICE_PORT", "80");
            links.put(service + "_SERVICE_PORT_HTTP", "80");
            links.put(service + "_PORT", "tcp://10.0.0.7:80");
            links.put(service + "_PORT_80_TCP", "tcp://10.0.0.7:80");
            links.put(service + "_PORT_80_TCP_PROTO", "tcp");
        }

        with(links, Map.of()).run(started -> {
            assertThat(started.getBeansOfType(UidGenerator.class)).containsOnlyKeys("uidGenerator");
            assertThat(started).doesNotHaveBean(SegmentTag.class);
        });
    }

    @Test
    void setWhatIsSetInFilesAndMakeNoGeneratorOfAnotherName() {
        with(Map.of("UID_GENERATORS_ORDERLINES_WORKER_ID", "8"), Map.of("uid.generators.orderLines.worker.id", "7"))
                .run(started -> {
                    assertThat(started.getBeansOfType(UidGenerator.class)).containsOnlyKeys("orderLines");
                    assertThat(started.getBean(ManagedUidGenerator.class)
                                    .status()
                                    .workerId())
                            .isEqualTo(8);
                });
    }

    @Test
    void setWhatIsSetInFilesAndMakeNoTagOfAnotherName() {
        with(Map.of("UID_SEGMENTS_TAGS_ORDERLINES_FIRST", "8"), Map.of("uid.segments.tags.orderLines.first", "7"))
                .run(started -> {
                    assertThat(started.getBeansOfType(SegmentTag.class).keySet())
                            .isEqualTo(Set.of("orderLinesSegmentTag"));
                    assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(8);
                });
    }
}
