package org.uidgenerator.client;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one server of an id service did for a {@link RemoteUidGenerator}.
 *
 * @param uri where it is
 * @param ranges how many ranges came from it
 * @param failure why it handed out none when it was asked last, or null if it did or was not asked yet
 */
public record ServerStatus(URI uri, long ranges, @Nullable Throwable failure) {
    /**
     * Makes a snapshot.
     *
     * @param uri where it is
     * @param ranges how many ranges came from it
     * @param failure why it handed out none when it was asked last, or null
     */
    public ServerStatus {
        Objects.requireNonNull(uri, "uri");
    }
}
