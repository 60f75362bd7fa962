package org.uidgenerator.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one server of an id service did for a client: a snapshot. Counts are since the client was made and never go
 * down. Immutable.
 */
public interface ServerStatus {

    /**
     * Returns where it is.
     *
     * @return its address
     */
    URI uri();

    /**
     * Returns how many ranges came from it.
     *
     * @return the number
     */
    long ranges();

    /**
     * Returns how many requests it did not answer with ranges, although it should have: it was away or refused, or the
     * answer was none.
     *
     * @return the number
     */
    long failures();

    /**
     * Returns how long ago its last ranges came.
     *
     * @return the time, zero or more; empty if none has come from it
     */
    Optional<Duration> age();

    /**
     * Returns why it handed out nothing when it was asked last. It is left alone for a while then.
     *
     * @return the exception, or null if it did answer or was not asked yet
     */
    @Nullable
    Throwable failure();
}
