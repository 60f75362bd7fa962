package org.uidgenerator.spring.boot.internal.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The properties of everything that asks an id service, each as {@link ClientProperties} has it. */
public interface ServiceProperties {
    @Nullable
    List<URI> servers();

    @Nullable
    String serviceId();

    @Nullable
    String token();

    Duration timeout();

    Ssl ssl();

    /**
     * The certificates.
     *
     * @param bundle Name of the SSL bundle with the certificates to trust and to show. Default is what the JVM trusts.
     */
    record Ssl(@Nullable String bundle) {}
}
