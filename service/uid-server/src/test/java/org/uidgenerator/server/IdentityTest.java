package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.StoreIdentity;

/** How a server says which store identity its UIDs belong to. */
class IdentityTest {
    private final RunningServer server = Servers.open();

    private String identity() {
        return server.bean(ManagedUidGenerator.class).status().identity().orElseThrow();
    }

    @Test
    void isShownWithItsNameAndItsIdentity() throws Exception {
        Answer answer = Answer.get(server.uri("/api/identity"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("identity").stringValue()).isEqualTo(identity());
        assertThat(answer.json().get("name").stringValue()).isEqualTo("default");
        assertThat(answer.json().get("number").stringValue())
                .isEqualTo(Long.toString(StoreIdentity.parse(identity()).number()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/identity", "/api/id", "/api/ids?count=2", "/api/ranges", "/api/snowflake/get/any"})
    void isNamedWithUids(String path) throws Exception {
        assertThat(Answer.get(server.uri(path)).header("Uid-Store-Identity")).isEqualTo(identity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/id", "/api/ids?count=2", "/api/ranges"})
    void isNamedWithUidsAsText(String path) throws Exception {
        assertThat(Answer.get(server.uri(path), "Accept", "text/plain").header("Uid-Store-Identity"))
                .isEqualTo(identity());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/segments/orders/ids",
                "/api/segment/get/orders",
                "/tinyid/id/nextId?bizType=orders",
                "/api/ids?count=0"
            })
    void isNotNamedWithNumbersOfCountersAndProblems(String path) throws Exception {
        assertThat(Answer.get(server.uri(path)).header("Uid-Store-Identity")).isEmpty();
    }

    @Test
    void isTheSameForServersThatShareAStoreAndAnotherForOthers() throws Exception {
        String store = "--spring.datasource.url=jdbc:h2:mem:identityTest;DB_CLOSE_DELAY=-1";
        try (RunningServer one = RunningServer.start(store);
                RunningServer other = RunningServer.start(store)) {
            String ofOne = Answer.get(one.uri("/api/identity")).header("Uid-Store-Identity");

            assertThat(Answer.get(other.uri("/api/id")).header("Uid-Store-Identity"))
                    .isEqualTo(ofOne);
            assertThat(ofOne).isNotEqualTo(identity());
        }
    }
}
