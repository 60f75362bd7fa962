package org.uidgenerator.client;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/** Checks the options of whatever asks an id service. */
final class ServiceOptions {
    private ServiceOptions() {}

    static void requireServers(List<URI> servers) {
        if (servers.isEmpty()) {
            throw new OptionException("servers", servers, "must name at least one");
        }
        servers.forEach(ServiceOptions::requireServer);
    }

    private static void requireServer(URI server) {
        boolean isHttp = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        if (!isHttp
                || server.getHost() == null
                || server.getRawUserInfo() != null
                || server.getRawQuery() != null
                || server.getRawFragment() != null
                || server.getRawPath().endsWith("/")) {
            throw OptionException.inWords(
                    "servers",
                    server,
                    OptionText.of("a server must be http(s)://host[:port][/path], without a slash at the end"),
                    OptionText.of("server=%s", server));
        }
    }

    static void requirePositive(String option, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new OptionException(option, value, "must be positive");
        }
    }

    static void requireNotBlank(String option, @Nullable String value) {
        if (value != null && value.isBlank()) {
            throw OptionException.inWords(
                    option,
                    value,
                    OptionText.of("{" + option + "} must not be blank"),
                    OptionText.of("{" + option + "}=\"%s\"", value));
        }
    }
}
