package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose properties {@code uid.server} are misspelt lets in all clients, or none. It does not start. */
class PropertyNamesTest {
    private static final String HASH = Servers.sha256(Servers.ORDERS);

    @ParameterizedTest
    @CsvSource({
        "uid.server.client.orders.token-sha256, 'uid.server: anonymous, clients, host-names, ids-per-second, image,"
                + " requests-per-second, single-instance.'",
        "uid.server.anonymus, 'uid.server: anonymous, '",
        "uid.server.clients.orders.scope, 'uid.server.clients: ids-per-second, requests-per-second, scopes, tags,"
                + " token-sha256.'",
        "uid.server.clients.orders.tag[0], 'uid.server.clients: '",
        "uid.server.clients.or.ders.scopes, 'uid.server.clients: '",
    })
    void areRefusedWhereNobodyReadsThem(String name, String choices) {
        assertThatThrownBy(() ->
                        RunningServer.start("--" + name + "=x", "--uid.server.clients.orders.token-sha256=" + HASH))
                .rootCause()
                .hasMessageStartingWith("no bean reads " + name + "=x (")
                .extracting("action")
                .asString()
                .startsWith("There are these below " + choices);
    }

    /** Boot would know the client as myapp. */
    @Test
    void areRefusedWhereBootDropsACharacterOfAClient() {
        assertThatThrownBy(() -> RunningServer.start("--uid.server.clients.my/app.token-sha256=" + HASH))
                .rootCause()
                .hasMessageStartingWith("no bean reads uid.server.clients.my/app.token-sha256=" + HASH + " (")
                .extracting("action")
                .isEqualTo("Write uid.server.clients[my/app].token-sha256.");
    }

    @Test
    void areSpelledInOneWay() {
        assertThatThrownBy(() -> RunningServer.start(
                        "--uid.server.clients.orders.token-sha256=" + HASH,
                        "--uid.server.clients.orders.idsPerSecond=10",
                        "--uid.server.clients.orders.ids-per-second=100"))
                .rootCause()
                .hasMessageStartingWith("no bean reads both uid.server.clients.orders.ids")
                .hasMessageContaining(" and uid.server.clients.orders.ids");
    }

    @ParameterizedTest
    @CsvSource({
        "uid.server.clients[my/app].token-sha256",
        "uid.server.clients.orders.tags[0]",
        "uid.server.clients[my.app].token-sha256[0]"
    })
    void areListsAndNamesWithDotsAsWell(String name) {
        RunningServer.start("--" + name + "=" + HASH, "--uid.server.clients.orders.token-sha256=" + Servers.sha256("x"))
                .close();
    }
}
