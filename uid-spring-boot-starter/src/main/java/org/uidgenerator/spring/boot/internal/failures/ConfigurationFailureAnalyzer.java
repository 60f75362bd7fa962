package org.uidgenerator.spring.boot.internal.failures;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/** Shows what is wrong or missing, and what can be done about it. */
@Order(0) // before that of Boot for what cannot be bound, which has no order
public final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
