package org.uidgenerator.spring.boot;

/** Thrown when it is not clear which store worker ids or counters are to come from, or the store is not there. */
class NoStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    NoStoreException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    /** Returns what to do about it. */
    String action() {
        return action;
    }
}
