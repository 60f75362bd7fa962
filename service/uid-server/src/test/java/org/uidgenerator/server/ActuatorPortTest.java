package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients that reach the actuator if it has a port of its own, and what it asks of them. */
@Tag("proof")
class ActuatorPortTest {
    private static final String OWN_PORT = "--management.server.port=0";
    private static final String[] TOKENS = {
        "--uid.server.clients.orders.token-sha256=" + Servers.sha256(Servers.ORDERS),
        "--uid.server.clients.operator.token-sha256=" + Servers.sha256(Servers.OPERATOR),
        "--uid.server.clients.operator.scopes=operations"
    };

    private static RunningServer guarded(String... arguments) {
        String[] all = new String[TOKENS.length + arguments.length];
        System.arraycopy(TOKENS, 0, all, 0, TOKENS.length);
        System.arraycopy(arguments, 0, all, TOKENS.length, arguments.length);
        return RunningServer.start(all);
    }

    private static int status(URI uri, String token) throws Exception {
        return Answer.get(uri, "Authorization", "Bearer " + token).status();
    }

    private static void connect(InetAddress address, URI actuator) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, actuator.getPort()), 5_000);
        }
    }

    /** Returns an address at which other machines reach this one. */
    private static InetAddress otherAddress() throws IOException {
        Optional<InetAddress> other = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .findFirst();
        Assumptions.assumeTrue(other.isPresent(), "this machine has no address but the loopback's");
        return other.get();
    }

    @Test
    void listensWhereTheServiceListens() throws Exception {
        InetAddress other = otherAddress();
        try (RunningServer server = RunningServer.start(OWN_PORT)) {
            URI health = server.actuatorUri("/actuator/health");

            assertThat(Answer.get(health).status()).isEqualTo(200);
            assertThatThrownBy(() -> connect(other, health)).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void listensOnAllInterfacesWithTheService() throws Exception {
        InetAddress other = otherAddress();
        try (RunningServer server =
                guarded(OWN_PORT, "--server.address=0.0.0.0", "--uid.server.single-instance=true")) {
            URI health = server.actuatorUri("/actuator/health");

            assertThatCode(() -> connect(other, health)).doesNotThrowAnyException();
        }
    }

    @Test
    void listensElsewhereWhereToldTo() throws Exception {
        InetAddress other = otherAddress();
        try (RunningServer server = guarded(OWN_PORT, "--management.server.address=0.0.0.0")) {
            URI health = server.actuatorUri("/actuator/health");

            assertThatCode(() -> connect(other, health)).doesNotThrowAnyException();
            assertThatThrownBy(() -> connect(other, server.uri("/"))).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void isRefusedOnOtherInterfacesWithoutTokens() {
        assertThatThrownBy(() -> RunningServer.start(OWN_PORT, "--management.server.address=0.0.0.0"))
                .rootCause()
                .hasMessage(
                        "management.server.address must be a loopback address if no client has a token;"
                                + " set uid.server.clients.<name>.token-sha256, or uid.server.anonymous=true to let everyone in");
    }

    @Test
    void startsOnOtherInterfacesForEveryoneWhereToldTo() throws Exception {
        try (RunningServer server =
                RunningServer.start(OWN_PORT, "--management.server.address=0.0.0.0", "--uid.server.anonymous=true")) {
            assertThat(Answer.get(server.actuatorUri("/actuator/prometheus")).status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--management.server.base-path=/insides", "--management.endpoints.web.base-path=/insides"})
    void asksForTheTokenOfAnOperator(String elsewhere) throws Exception {
        try (RunningServer server = elsewhere.isEmpty() ? guarded(OWN_PORT) : guarded(OWN_PORT, elsewhere)) {
            String path =
                    elsewhere.isEmpty() ? "/actuator" : elsewhere.contains("server") ? "/insides/actuator" : "/insides";
            requireRules(server.actuatorUri(path));
        }
    }

    @Test
    void asksForTheTokenOfAnOperatorAtAnotherPathOfTheService() throws Exception {
        try (RunningServer server = guarded("--management.endpoints.web.base-path=/insides")) {
            requireRules(server.uri("/insides"));
        }
    }

    private static void requireRules(URI base) throws Exception {
        for (String path : new String[] {"", "/prometheus", "/info", "/uid", "/uidworkers"}) {
            URI endpoint = URI.create(base + path);
            Answer stranger = Answer.get(endpoint);
            assertThat(stranger.status()).isEqualTo(401);
            assertThat(stranger.json().get("detail").stringValue())
                    .isEqualTo("a token is needed: send the header Authorization: Bearer <token>");
            assertThat(status(endpoint, Servers.ORDERS)).isEqualTo(403);
            assertThat(status(endpoint, Servers.OPERATOR)).isEqualTo(200);
        }
        for (String path : new String[] {"/health", "/health/liveness", "/health/readiness"}) {
            assertThat(Answer.get(URI.create(base + path)).status()).isEqualTo(200);
        }
        assertThat(status(URI.create(base + "/env"), Servers.OPERATOR)).isEqualTo(404);
        assertThat(Answer.get(URI.create(base + "/env")).status()).isEqualTo(401);
    }

    /** As the service does: what pages of other sites make the browser of this machine ask. */
    @ParameterizedTest
    @CsvSource({"Sec-Fetch-Site: cross-site, localhost", "X-None: none, evil.example"})
    void refusesPagesOfOtherSites(String header, String host) throws Exception {
        try (RunningServer server = RunningServer.start(OWN_PORT)) {
            assertThat(RawRequest.send(
                            server.actuatorUri("/").getPort(),
                            "GET /actuator/prometheus HTTP/1.1\r\nHost: " + host + "\r\n" + header
                                    + "\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403 ");
        }
    }
}
