package org.uidgenerator.server.store;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows in place of a stack trace why a server needs a store that all instances share. */
final class EmbeddedStoreFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedStoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedStoreException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
