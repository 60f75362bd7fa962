package org.uidgenerator.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the choices, each with its price. */
final class NoWorkerIdsFailureAnalyzer extends AbstractFailureAnalyzer<NoWorkerIdsException> {
    private static final String CHOICES = """
            Choose one:

                - Add a DataSource, such as spring.datasource.url and its driver. Worker ids are leased from a table: safe \
            whatever crashes or hangs, costs a query every few minutes.
                - Set uid.worker.assigner=statefulset on Kubernetes. No store; one StatefulSet has an id space of its own.
                - Set uid.worker.assigner=env and uid.worker.variable=<name>. No store; no two processes may have the same \
            number in it at the same time.
                - Set uid.worker.assigner=fixed and uid.worker.id=<number>. No store; for a single process.
                - Define a WorkerIdAssigner bean. Any store; what you promise is in its Javadoc.
                - Set uid.enabled=false. No generator.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoWorkerIdsException cause) {
        return new FailureAnalysis(
                "UID generators take their worker ids from a database unless told otherwise, and there is no DataSource bean.",
                CHOICES,
                cause);
    }
}
