package org.uidgenerator.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;

/**
 * The protection of a server without tokens against what pages of other sites make a browser ask: requests that the
 * browser calls cross-site, and requests for a host name that another site has pointed at this server. A server that is
 * not for everyone refuses what a proxy passes on as well, because that may come from anywhere.
 */
final class OpenServerGuard {
    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final List<String> OF_PROXIES =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via");

    /** Addresses, and names of hosts in the same network: no other site can have a page there. */
    private static final Pattern NOBODY_ELSES = Pattern.compile("\\[.*|[0-9.]+|[^.]+");

    private final boolean forEveryone;
    private final Set<String> hostNames;

    /**
     * Makes the guard of a server.
     *
     * @param forEveryone whether it serves more than its own machine
     * @param hostNames names that are its own, which count only if it does
     */
    OpenServerGuard(boolean forEveryone, Set<String> hostNames) {
        this.forEveryone = forEveryone;
        this.hostNames =
                hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Lets a request in.
     *
     * @throws Refusal if it is one of those above
     */
    void require(HttpServletRequest request) {
        if ("cross-site".equals(request.getHeader("Sec-Fetch-Site")) && !isLinkToThePage(request)) {
            throw new Refusal(HttpStatus.FORBIDDEN, "pages of other sites may not use a server without tokens");
        }
        if (forEveryone) {
            requireOwnName(request.getServerName());
        } else {
            requireLocal(request);
        }
    }

    private static boolean isLinkToThePage(HttpServletRequest request) {
        return "navigate".equals(request.getHeader("Sec-Fetch-Mode")) && "/".equals(request.getRequestURI());
    }

    private void requireOwnName(String host) {
        if (!NOBODY_ELSES.matcher(host).matches() && !hostNames.contains(host.toLowerCase(Locale.ROOT))) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN,
                    "a server without tokens answers to IP addresses, names without a dot and"
                            + " those of uid.server.host-names only: host=" + host);
        }
    }

    private static void requireLocal(HttpServletRequest request) {
        if (!LOCAL_NAMES.contains(request.getServerName())) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN, "a server without tokens answers to localhost, 127.0.0.1 and [::1] only");
        }
        for (String header : OF_PROXIES) {
            if (request.getHeader(header) != null) {
                throw new Refusal(
                        HttpStatus.FORBIDDEN,
                        "a server without tokens is for its own machine, and " + header
                                + " is of a proxy; set uid.server.clients.<name>.token-sha256, or"
                                + " uid.server.anonymous=true to let everyone in");
            }
        }
    }
}
