package org.uidgenerator.spring.boot.internal;

/** Thrown when the properties and beans of the application do not say what is to be made. */
public class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    public ConfigurationException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    /** Returns what to do about it. */
    public String action() {
        return action;
    }
}
