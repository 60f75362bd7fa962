package org.uidgenerator.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is missing, and the choices with their prices. */
final class NoStoreFailureAnalyzer extends AbstractFailureAnalyzer<NoStoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoStoreException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
