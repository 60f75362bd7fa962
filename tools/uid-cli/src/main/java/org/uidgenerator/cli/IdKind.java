package org.uidgenerator.cli;

import java.util.Locale;

/** The kinds of ids that can be made. */
enum IdKind {
    UID,
    UUID4,
    UUID7,
    ULID,
    OBJECTID;

    /** Returns the name in options. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
