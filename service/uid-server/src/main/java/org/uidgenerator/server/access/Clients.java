package org.uidgenerator.server.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.server.SettingException;
import org.uidgenerator.server.access.ServerProperties.ClientProperties;

/**
 * Knows clients by their tokens, of which it has only the hashes, so a reader of the configuration cannot use them.
 * Tokens are random, so a plain hash is enough, and the time of a look-up says no more than whose hash begins alike.
 */
public final class Clients {
    private static final ClientProperties EVERYTHING =
            new ClientProperties(List.of(), Set.of(Scope.values()), Set.of(Client.ALL_TAGS), null, null);
    private static final Pattern SHA_256 = Pattern.compile("[0-9A-Fa-f]{64}");

    private static final int TOKEN_BYTES = 32;

    private final Optional<Client> everyone;
    private final Map<ByteBuffer, Client> known;
    private final String ownToken;

    /**
     * Reads the clients.
     *
     * @param exposed the property that lets other machines reach the server, or null if none does
     * @param lead of the server
     * @throws SettingException if a property is wrong, or strangers would be let in without being told to
     */
    Clients(ServerProperties properties, @Nullable String exposed, Lead lead) {
        Rates rates = new Rates(properties, lead);
        boolean isOpen = properties.clients().isEmpty();
        if (isOpen) {
            requireConsent(properties, exposed);
        } else if (properties.anonymous()) {
            throw new SettingException(String.format(
                    Locale.ROOT,
                    "uid.server.anonymous must not be true if clients have tokens: uid.server.clients=%s",
                    String.join(", ", properties.clients().keySet())));
        }
        everyone = isOpen ? Optional.of(rates.client("anonymous", "uid.server", EVERYTHING)) : Optional.empty();
        ownToken = newToken();
        Map<ByteBuffer, Client> all = known(properties, rates);
        all.put(ByteBuffer.wrap(sha256(ownToken)), itself(lead));
        known = Map.copyOf(all);
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static Client itself(Lead lead) {
        UidRate uids = new UidRate(Rate.UNLIMITED, Rate.UNLIMITED, lead);
        return new Client("this server", Set.of(Scope.IDS), Set.of(), Rate.UNLIMITED, uids, Rate.UNLIMITED);
    }

    private static void requireConsent(ServerProperties properties, @Nullable String exposed) {
        if (exposed != null && !properties.anonymous()) {
            throw new SettingException(exposed + " must be a loopback address if no client has a token;"
                    + " set uid.server.clients.<name>.token-sha256, or uid.server.anonymous=true to let everyone in");
        }
    }

    private static Map<ByteBuffer, Client> known(ServerProperties properties, Rates rates) {
        Map<ByteBuffer, Client> known = new HashMap<>();
        for (Map.Entry<String, ClientProperties> entry : properties.clients().entrySet()) {
            String prefix = "uid.server.clients." + entry.getKey();
            ClientProperties client = entry.getValue();
            if (client.tokenSha256().isEmpty()) {
                throw new SettingException(prefix + ".token-sha256 must be set");
            }
            Client same = rates.client(entry.getKey(), prefix, client);
            for (String hex : client.tokenSha256()) {
                Client other = known.putIfAbsent(ByteBuffer.wrap(hash(prefix, hex)), same);
                if (other != null) {
                    throw new SettingException(
                            prefix + ".token-sha256 must not have the hash that uid.server.clients." + other + " has");
                }
            }
        }
        return known;
    }

    /** The message does not repeat the value, because people put tokens where hashes belong. */
    private static byte[] hash(String name, String hex) {
        if (!SHA_256.matcher(hex).matches()) {
            throw new SettingException(String.format(
                    Locale.ROOT,
                    "%s.token-sha256 must be 64 hexadecimal digits, the SHA-256 of the token: length=%d",
                    name,
                    hex.length()));
        }
        byte[] hash = HexFormat.of().parseHex(hex);
        if (Arrays.equals(hash, sha256(""))) {
            throw new SettingException(
                    name + ".token-sha256 must not be the SHA-256 of nothing: the token was empty when it was hashed");
        }
        return hash;
    }

    /** Returns the client that everyone is, or empty if each has to show a token. */
    Optional<Client> everyone() {
        return everyone;
    }

    /**
     * {@return the client whose token it is, or empty if it is no client's; everyone if there are no tokens}
     *
     * @param token what the client has sent, or null
     */
    public Optional<Client> ofToken(@Nullable String token) {
        Client own = token == null ? null : known.get(ByteBuffer.wrap(sha256(token)));
        return own == null ? everyone : Optional.of(own);
    }

    /** {@return the token by which this server asks itself for UIDs, which it makes anew at each start} */
    public String ownToken() {
        return ownToken;
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
