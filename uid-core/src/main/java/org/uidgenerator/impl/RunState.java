package org.uidgenerator.impl;

import java.util.Locale;
import org.uidgenerator.UidGenerateException;

/** Whether a generator gives UIDs. */
enum RunState {
    RUNNING,
    /** It has no worker id, and takes one when it is resumed. */
    SUSPENDED,
    /** For ever. */
    CLOSED;

    /**
     * Lets nobody through to a generator that does not run.
     *
     * @param generator its name
     */
    void requireRunning(String generator) {
        if (this != RUNNING) {
            throw new UidGenerateException(generator + " is " + this);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
