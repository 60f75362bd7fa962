package org.uidgenerator.impl;

import java.util.Locale;

/** Whether a generator gives UIDs. */
enum RunState {
    RUNNING,
    /** It has no worker id, and takes one when it is resumed. */
    SUSPENDED,
    /** For ever. */
    CLOSED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
