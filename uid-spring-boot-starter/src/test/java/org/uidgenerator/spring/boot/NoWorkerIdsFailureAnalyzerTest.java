package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

class NoWorkerIdsFailureAnalyzerTest {

    @Test
    void namesTheChoicesOfAnApplicationWithoutADatabase() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                .run(started -> {
                    FailureAnalysis analysis = registered().analyze(started.getStartupFailure());

                    assertThat(analysis.getDescription())
                            .isEqualTo(
                                    "UID generators take their worker ids from a database unless told otherwise, and there is"
                                            + " no DataSource bean.");
                    assertThat(analysis.getAction())
                            .contains("- Add a DataSource")
                            .contains("- Set uid.worker.assigner=statefulset")
                            .contains("- Set uid.worker.assigner=env and uid.worker.variable=<name>")
                            .contains("- Set uid.worker.assigner=fixed and uid.worker.id=<number>")
                            .contains("- Define a WorkerIdAssigner bean")
                            .contains("- Set uid.enabled=false");
                });
    }

    private static FailureAnalyzer registered() {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, null, (type, name, e) -> {})
                .stream()
                .filter(NoWorkerIdsFailureAnalyzer.class::isInstance)
                .findFirst()
                .orElseThrow();
    }
}
