package org.uidgenerator.client;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link RemoteUidGenerator} is doing, for dashboards and operators.
 *
 * @param servers where its ranges come from, in the order in which they were named
 * @param issued how many UIDs have been handed out
 * @param available how many more can be handed out without a server, about; some of them may be too old before they are
 * @param failure why no range came when one was fetched last, or null if one did: all servers have failed
 */
public record RemoteStatus(
        List<ServerStatus> servers,
        long issued,
        long available,
        @Nullable Throwable failure) {
    /**
     * Makes a snapshot.
     *
     * @param servers where its ranges come from, in the order in which they were named
     * @param issued how many UIDs have been handed out
     * @param available how many more can be handed out without a server, about
     * @param failure why no range came when one was fetched last, or null
     */
    public RemoteStatus {
        Objects.requireNonNull(servers, "servers");
    }
}
