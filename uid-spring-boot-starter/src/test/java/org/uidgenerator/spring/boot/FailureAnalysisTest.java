package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/** What is said instead of a stack trace when an application does not start. */
class FailureAnalysisTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));

    /** Asks the registered analyzers, as Boot does: the first that knows. They see no beans and no properties. */
    static FailureAnalysis analysis(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.<BeanFactory>of(BeanFactory.class, new DefaultListableBeanFactory())
                                .and(Environment.class, new StandardEnvironment()),
                        (type, name, e) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void namesTheChoicesOfAnApplicationWithoutAStore() {
        context.run(started -> {
            FailureAnalysis analysis = analysis(started.getStartupFailure());

            assertThat(analysis.getDescription())
                    .isEqualTo(
                            "UID generators take their worker ids from a store unless told otherwise, and there is no bean to open one on: DataSource, RedisClient, RedisClusterClient, RedisConnectionFactory, CuratorFramework or DynamoDbClient.");
            assertThat(analysis.getAction())
                    .contains("- Add a DataSource")
                    .contains("- Add a Redis client")
                    .contains("- Add a CuratorFramework bean")
                    .contains("- Add a DynamoDbClient bean")
                    .contains("- Set uid.worker.assigner=statefulset")
                    .contains("- Set uid.worker.assigner=env and uid.worker.variable=<name>")
                    .contains("- Set uid.worker.assigner=fixed and uid.worker.id=<number>")
                    .contains("- Define a WorkerIdAssigner bean")
                    .contains("- Set uid.enabled=false");
        });
    }
}
