package org.uidgenerator.worker.lease;

/**
 * Why a lease reserves no more ticks.
 *
 * @param kind what its holder may still do
 * @param message what to say about it
 */
record LeaseEnding(Kind kind, String message) {
    enum Kind {
        /** Another holder has the worker id. What was reserved stays usable. */
        LOST,

        /** The store has gone back in time. Nothing is usable. */
        REVOKED,

        /** The caller no longer needs it. Nothing is usable. */
        GIVEN_BACK
    }
}
