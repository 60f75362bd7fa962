package org.uidgenerator.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what one server of an id service did for a client. Counts are since the client was made and never go
 * down. Immutable.
 */
public interface ServerStatus {

    /** {@return its address} */
    URI uri();

    /** {@return how many ranges came from it} */
    long ranges();

    /**
     * {@return how many requests it should have answered with ranges but did not, because it was unavailable or
     * refused, or the answer was none}
     */
    long failures();

    /** {@return how long ago its last ranges came, zero or more; empty if none has come from it} */
    Optional<Duration> age();

    /**
     * {@return why it handed out nothing when it was asked last, or null if it did answer or was not asked yet} It is
     * left alone for a while then.
     */
    @Nullable
    Throwable failure();
}
