package org.uidgenerator.spring.boot;

/** Thrown when the properties and beans of the application do not say what is to be made. */
class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    ConfigurationException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    /** Returns what to do about it. */
    String action() {
        return action;
    }
}
