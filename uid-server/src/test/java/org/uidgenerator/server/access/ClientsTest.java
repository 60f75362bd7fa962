package org.uidgenerator.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.uidgenerator.server.access.ServerProperties.ClientProperties;

class ClientsTest {
    /** Of "secret". */
    private static final String HASH = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    private static ServerProperties properties(boolean anonymous, Map<String, ClientProperties> clients) {
        return new ServerProperties(anonymous, clients, null, null);
    }

    private static Map<String, ClientProperties> client(@Nullable Long requestsPerSecond, String... hashes) {
        return Map.of("a", new ClientProperties(List.of(hashes), Set.of(Scope.IDS), Set.of(), requestsPerSecond, null));
    }

    @Test
    void letsThisMachineInWhereThereAreNoTokens() {
        assertThat(Clients.of(properties(false, Map.of()), true).ofToken(null)).isPresent();
    }

    @Test
    void letsNobodyElseInUnlessToldTo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.of(properties(false, Map.of()), false))
                .withMessage(
                        "server.address must be a loopback address where no client has a token;"
                                + " set uid.server.clients.<name>.token-sha256, or uid.server.anonymous=true to let everyone in");
        assertThat(Clients.of(properties(true, Map.of()), false).ofToken(null)).isPresent();
    }

    @Test
    void letsNobodyInWithoutTokenWhereThereAreTokens() {
        Clients clients = Clients.of(properties(false, client(null, HASH)), true);

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
                .isThrownBy(() -> Clients.of(properties(true, client(null, HASH)), true))
                .withMessage("uid.server.anonymous must not be true where clients have tokens: uid.server.clients=a");
    }

    @Test
    void refusesClientsWithoutToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.of(properties(false, client(null)), true))
                .withMessage("uid.server.clients.a.token-sha256 must be set");
    }

    @Test
    void showsNoTokenThatWasPutInPlaceOfItsHash() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.of(properties(false, client(null, "secret")), true))
                .withMessage(
                        "uid.server.clients.a.token-sha256 must be 64 hexadecimal digits, the SHA-256 of the token:"
                                + " length=6");
    }

    @Test
    void refusesRatesOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.of(properties(false, client(0L, HASH)), true))
                .withMessage("uid.server.clients.a.requests-per-second must be in [1, 1000000000]: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.of(new ServerProperties(false, Map.of(), null, -1L), true))
                .withMessage("uid.server.ids-per-second must be in [1, 1000000000]: -1");
    }

    @Test
    void takesTheNewTokenBesideTheOldOne() {
        Clients clients = Clients.of(properties(false, client(null, "0".repeat(64), HASH)), true);

        assertThat(clients.ofToken("secret")).isPresent();
    }

    @Test
    void isExplainedAtTheStartWithoutAStackTrace() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.logging(LogFactory.getLog(ClientsTest.class))))
                .filteredOn(AccessPropertyFailureAnalyzer.class::isInstance)
                .singleElement()
                .satisfies(analyzer -> {
                    FailureAnalysis analysis =
                            analyzer.analyze(new IllegalStateException(new AccessPropertyException("why")));
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getDescription()).isEqualTo("why");
                });
    }
}
