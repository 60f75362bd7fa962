package org.uidgenerator.server.access;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code uid.server.*}.
 *
 * @param anonymous Whether everyone who reaches this server may use all of it. By default only a server that listens on
 *     the loopback interface and has no clients lets everyone in.
 * @param hostNames The host names by which clients reach a server that lets everyone in, beside IP addresses and names
 *     without a dot. Pages of other sites can point names of their own at it.
 * @param clients The clients by their names, which logs show. Everyone else is refused.
 * @param requestsPerSecond How many requests a client may make, unless it has a rate of its own. Default is no limit.
 * @param idsPerSecond How many ids a client may take, unless it has a rate of its own. By default, clients share
 *     equally what the layout sustains, and take as many numbers of counters as they like.
 * @param singleInstance Whether there is no other instance of this server, so that an embedded database will do.
 *     Without it, only a server that listens on the loopback interface starts on one.
 * @param image Whether this server runs in the image of the id service, which sets it. Images are run more than once.
 */
@ConfigurationProperties("uid.server")
public record ServerProperties(
        @DefaultValue("false") boolean anonymous,
        @DefaultValue Set<String> hostNames,
        @DefaultValue Map<String, ClientProperties> clients,
        @Nullable Long requestsPerSecond,
        @Nullable Long idsPerSecond,
        @DefaultValue("false") boolean singleInstance,
        @DefaultValue("false") boolean image) {

    /**
     * A client.
     *
     * @param tokenSha256 SHA-256 of its token in hexadecimal; two while one takes the place of the other.
     * @param scopes What it may do: "ids", "operations".
     * @param tags Counters that it may use; "*" for all. Default is none.
     * @param requestsPerSecond How many requests it may make.
     * @param idsPerSecond How many ids it may take, UIDs and numbers of counters together.
     */
    public record ClientProperties(
            @DefaultValue List<String> tokenSha256,
            @DefaultValue("ids") Set<Scope> scopes,
            @DefaultValue Set<String> tags,
            @Nullable Long requestsPerSecond,
            @Nullable Long idsPerSecond) {}
}
