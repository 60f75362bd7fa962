package org.uidgenerator.server.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows in place of a stack trace what is wrong with the properties {@code uid.server.*}. */
final class AccessPropertyFailureAnalyzer extends AbstractFailureAnalyzer<AccessPropertyException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, AccessPropertyException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
