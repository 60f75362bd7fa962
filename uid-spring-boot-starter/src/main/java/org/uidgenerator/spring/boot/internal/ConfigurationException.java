package org.uidgenerator.spring.boot.internal;

import org.jspecify.annotations.Nullable;

/** Thrown when the properties and beans of the application do not say what is to be made. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String action;

    public ConfigurationException(String problem, @Nullable String action) {
        super(problem);
        this.action = action;
    }

    /** Returns what to do about it, or null if the message says it. */
    public @Nullable String action() {
        return action;
    }
}
