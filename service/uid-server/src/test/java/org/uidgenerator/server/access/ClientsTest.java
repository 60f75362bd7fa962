package org.uidgenerator.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.uidgenerator.server.SettingException;
import org.uidgenerator.server.access.ServerProperties.ClientProperties;

class ClientsTest {
    /** Of "secret". */
    private static final String HASH = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    private static final Lead LEAD = new Lead(Clock.systemUTC(), 1_000);

    private static ServerProperties properties(boolean anonymous, Map<String, ClientProperties> clients) {
        return new ServerProperties(anonymous, Set.of(), clients, null, null, false, false);
    }

    private static Map<String, ClientProperties> client(String... hashes) {
        return Map.of("a", new ClientProperties(List.of(hashes), Set.of(Scope.IDS), Set.of(), null, null));
    }

    @Test
    void letsThisMachineInWhereThereAreNoTokens() {
        assertThat(new Clients(properties(false, Map.of()), null, LEAD).ofToken(null))
                .isPresent();
    }

    @Test
    void letsNobodyElseInUnlessToldTo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(false, Map.of()), "server.address", LEAD))
                .withMessage(
                        "server.address must be a loopback address if no client has a token;"
                                + " set uid.server.clients.<name>.token-sha256, or uid.server.anonymous=true to let everyone in");
        assertThat(new Clients(properties(true, Map.of()), "server.address", LEAD).ofToken(null))
                .isPresent();
    }

    @Test
    void letsNobodyInWithoutTokenWhereThereAreTokens() {
        Clients clients = new Clients(properties(false, client(HASH)), null, LEAD);

        assertThat(clients.ofToken(null)).isEmpty();
        assertThat(clients.ofToken("")).isEmpty();
        assertThat(clients.ofToken("Secret")).isEmpty();
        assertThat(clients.ofToken(HASH)).isEmpty();
        assertThat(clients.ofToken("secret"))
                .hasValueSatisfying(client -> assertThat(client).hasToString("a"));
    }

    @Test
    void refusesContradictions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(true, client(HASH)), null, LEAD))
                .withMessage("uid.server.anonymous must not be true if clients have tokens: uid.server.clients=a");
    }

    @Test
    void refusesClientsWithoutToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(false, client()), null, LEAD))
                .withMessage("uid.server.clients.a.token-sha256 must be set");
    }

    @Test
    void showsNoTokenThatWasPutInPlaceOfItsHash() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(false, client("secret")), null, LEAD))
                .withMessage(
                        "uid.server.clients.a.token-sha256 must be 64 hexadecimal digits, the SHA-256 of the token:"
                                + " length=6");
    }

    /** As of a variable that was not set: {@code printf %s "$TOKEN" | sha256sum}. */
    @Test
    void refusesTheHashOfNoToken() {
        String ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(false, client(ofNothing)), null, LEAD))
                .withMessage("uid.server.clients.a.token-sha256 must not be the SHA-256 of nothing:"
                        + " the token was empty when it was hashed");
    }

    /** What one of them may do would depend on the other. */
    @Test
    void refusesClientsWithTheSameToken() {
        Map<String, ClientProperties> clients = new TreeMap<>(client(HASH));
        clients.put("b", new ClientProperties(List.of(HASH.toUpperCase(Locale.ROOT)), Set.of(), Set.of(), null, null));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Clients(properties(false, clients), null, LEAD))
                .withMessage("uid.server.clients.b.token-sha256 must not have the hash that uid.server.clients.a has");
    }

    @Test
    void takesTheNewTokenBesideTheOldOne() {
        Clients clients = new Clients(properties(false, client("0".repeat(64), HASH)), null, LEAD);

        assertThat(clients.ofToken("secret")).isPresent();
    }

    @Test
    void isExplainedAtTheStartWithoutAStackTrace() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.logging(LogFactory.getLog(ClientsTest.class))))
                .filteredOn(analyzer -> analyzer.getClass().getEnclosingClass() == SettingException.class)
                .singleElement()
                .satisfies(analyzer -> {
                    FailureAnalysis analysis = analyzer.analyze(new IllegalStateException(new SettingException("why")));
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getDescription()).isEqualTo("why");
                });
    }
}
