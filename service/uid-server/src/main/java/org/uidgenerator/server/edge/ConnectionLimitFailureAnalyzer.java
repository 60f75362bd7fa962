package org.uidgenerator.server.edge;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows in place of a stack trace how many connections the heap has room for. */
final class ConnectionLimitFailureAnalyzer extends AbstractFailureAnalyzer<ConnectionLimitException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConnectionLimitException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
