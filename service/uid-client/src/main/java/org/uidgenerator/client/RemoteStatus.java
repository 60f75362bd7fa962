package org.uidgenerator.client;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what a {@link RemoteUidGenerator} is doing, for dashboards and operators, taken without disturbing the
 * callers that take UIDs. Counts are since the generator was made and never go down. Immutable.
 */
public interface RemoteStatus {

    /** {@return the servers that its ranges come from, in the order in which they were named} */
    List<ServerStatus> servers();

    /** {@return the address of the server that handed out the ranges that came last} */
    URI lastServer();

    /**
     * {@return how long ago the last ranges came, zero or more} What was fetched {@code maxAge} ago is not handed out
     * any more, so nothing is left after that unless a server answers.
     */
    Duration age();

    /**
     * {@return the store identity within which its UIDs are unique: the text of an
     * {@link org.uidgenerator.StoreIdentity}, such as {@code default/482903117264}; a bare name if the servers know no
     * identity; empty if no server has named an identity}
     */
    Optional<String> identity();

    /** {@return how many UIDs have been handed out} Approximate: off by a few around block changes. */
    long issued();

    /** {@return about how many UIDs can be handed out without a server} Some of them may be too old before they are. */
    long available();

    /** {@return how many calls found no UID and had to wait for one} */
    long waits();

    /** {@return how many calls got no UID: an exception, for whatever reason, or nothing in time} */
    long rejectedTakes();

    /** {@return why no range came when ranges were wanted last, since all servers have failed; null if ranges came} */
    @Nullable
    Throwable failure();
}
