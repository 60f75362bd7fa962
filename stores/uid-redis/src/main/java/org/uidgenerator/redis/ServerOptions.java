package org.uidgenerator.redis;

import java.time.Duration;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/**
 * The requirements on a server, whatever is kept there.
 *
 * @param timeout how long to wait for the answer to a command
 * @param replicas how many replicas must have a write before it counts
 * @param dataLossAccepted whether a server that may lose what is kept is used all the same
 */
record ServerOptions(Duration timeout, int replicas, boolean dataLossAccepted) {
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);

    ServerOptions {
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new OptionException(
                    "timeout", timeout, OptionText.of("must be in [%s, %s]", SHORTEST_TIMEOUT, LONGEST_TIMEOUT));
        }
        if (replicas < 0) {
            throw new OptionException("replicas", replicas, "must not be negative");
        }
    }

    /** Returns when a write counts as done. Replicas have half of the time. */
    Durability durability(Durability.Kept kept, Durability.Rest rest) {
        return new Durability(kept, replicas, timeout.dividedBy(2), dataLossAccepted, rest);
    }
}
