package org.uidgenerator.internal.lease.hold;

import org.uidgenerator.OptionText;

/**
 * The reason why a lease reserves no more ticks.
 *
 * @param kind what its holder may still do
 * @param message describes it for logs and exceptions
 */
record LeaseEnding(Kind kind, OptionText message) {
    enum Kind {
        /** Another holder has the worker id. Reserved ticks stay usable. */
        LOST,

        /** The store has gone back in time. Nothing is usable. */
        REVOKED,

        /** The caller no longer needs it. Nothing is usable. */
        GIVEN_BACK
    }
}
