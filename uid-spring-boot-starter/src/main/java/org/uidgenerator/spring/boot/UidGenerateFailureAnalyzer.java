package org.uidgenerator.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.uidgenerator.UidGenerateException;

/** Shows why a generator does not start without a stack trace: the message says what to do, in the words of the builders. */
final class UidGenerateFailureAnalyzer extends AbstractFailureAnalyzer<UidGenerateException> {
    private static final String ACTION = """
            Do what the message says. The options that it names are properties of the same names:

                - tableCreation, tableName, namespace, workerIds and reservation are uid.worker.table-creation and so on
                - the layout and its parts are uid.layout.time-bits and so on
                - the scripts in sql/ are in the jar uid-worker-db, in org/uidgenerator/worker/db""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UidGenerateException cause) {
        return new FailureAnalysis("A UID generator could not start: " + cause.getMessage(), ACTION, cause);
    }
}
