package org.uidgenerator.engine;

import java.util.Locale;
import org.uidgenerator.UidGenerateException;

/** Whether a generator gives UIDs. */
public enum RunState {
    /** It gives UIDs. */
    RUNNING,
    /** It gives none until it is started or resumed. */
    SUSPENDED,
    /** For ever. */
    CLOSED;

    /** Throws unless the generator of that name runs. */
    void requireRunning(String generator) {
        if (this != RUNNING) {
            throw refusal(generator);
        }
    }

    /** What callers of a generator of that name are told, which does not run. */
    UidGenerateException refusal(String generator) {
        return new UidGenerateException(generator + " is " + this);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
