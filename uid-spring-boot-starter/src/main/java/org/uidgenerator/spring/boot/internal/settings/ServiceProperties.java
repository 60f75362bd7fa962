package org.uidgenerator.spring.boot.internal.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The properties of everything that asks an id service, each as {@link ClientProperties} has it. */
public interface ServiceProperties {
    /** {@return the addresses of the servers, or null if none are listed} */
    @Nullable
    List<URI> servers();

    /** {@return the name that discovery has for the service, or null if servers are listed} */
    @Nullable
    String serviceId();

    /** {@return what the servers know this client by, or null if nothing is sent} */
    @Nullable
    String token();

    /** {@return how long the answer of one server may take} */
    Duration timeout();

    /** {@return the certificates} */
    Ssl ssl();

    /**
     * The certificates.
     *
     * @param bundle Name of the SSL bundle with the certificates to trust and to show. Default is what the JVM trusts.
     */
    record Ssl(@Nullable String bundle) {}
}
