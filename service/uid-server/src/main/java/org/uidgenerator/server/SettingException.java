package org.uidgenerator.server;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Thrown at the start when settings do not go together. Its message names them, and is shown without a stack trace. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message the rule, and the settings that break it
     */
    public SettingException(String message) {
        super(message);
    }

    /** Shows the message. */
    static final class Analyzer extends AbstractFailureAnalyzer<SettingException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, SettingException cause) {
            return new FailureAnalysis(cause.getMessage(), null, cause);
        }
    }
}
