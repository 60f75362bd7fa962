package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What is said instead of a stack trace when an application does not start. */
class FailureAnalysisTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));

    /** Asks the registered analyzers, as Boot does: the first that knows. */
    static FailureAnalysis analysis(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, null, (type, name, e) -> {})
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
                            "UID generators take their worker ids from a store unless told otherwise, and there is no DataSource, Redis client or CuratorFramework bean.");
            assertThat(analysis.getAction())
                    .contains("- Add a DataSource")
                    .contains("- Add a Redis client")
                    .contains("- Add a CuratorFramework bean")
                    .contains("- Set uid.worker.assigner=statefulset")
                    .contains("- Set uid.worker.assigner=env and uid.worker.variable=<name>")
                    .contains("- Set uid.worker.assigner=fixed and uid.worker.id=<number>")
                    .contains("- Define a WorkerIdAssigner bean")
                    .contains("- Set uid.enabled=false");
        });
    }

    @Test
    void tellsHowToMakeAMissingTable() {
        context.withUserConfiguration(Databases.One.class)
                .withPropertyValues("uid.worker.table-creation=never")
                .run(started -> {
                    FailureAnalysis analysis = analysis(started.getStartupFailure());

                    assertThat(analysis.getDescription())
                            .startsWith("A UID generator could not start: no worker id from WORKER_LEASE")
                            .endsWith("create it with sql/worker-lease-h2.sql or set tableCreation=ALWAYS");
                    assertThat(analysis.getAction()).contains("uid.worker.table-creation");
                });
    }
}
