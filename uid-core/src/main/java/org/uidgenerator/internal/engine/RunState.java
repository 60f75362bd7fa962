package org.uidgenerator.internal.engine;

import java.util.Locale;
import org.uidgenerator.UidGenerateException;

/** The state of a generator: it hands out UIDs or not. */
public enum RunState {
    /** It hands out UIDs. */
    RUNNING,
    /** It hands out none until it is started or resumed. */
    SUSPENDED,
    /** It hands out none, for ever. */
    CLOSED;

    /** Throws unless the generator of that name runs. */
    public void requireRunning(String generator) {
        if (this != RUNNING) {
            throw refusal(generator);
        }
    }

    /**
     * Throws if the generator of that name is closed.
     *
     * @throws UidGenerateException as other calls do
     */
    public void requireOpen(String generator) {
        if (this == CLOSED) {
            throw refusal(generator);
        }
    }

    /** Returns the exception for callers of a generator that does not run. */
    UidGenerateException refusal(String generator) {
        return new UidGenerateException(generator + " is " + this);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
