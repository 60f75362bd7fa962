package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.IdSpace;
import org.uidgenerator.ManagedUidGenerator;

/** How a server says which id space its UIDs belong to. */
class SpaceTest {
    private final RunningServer server = Servers.open();

    private String space() {
        return server.bean(ManagedUidGenerator.class).status().space().orElseThrow();
    }

    @Test
    void isShownWithItsNameAndItsIdentity() throws Exception {
        Answer answer = Answer.get(server.uri("/api/space"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("space").stringValue()).isEqualTo(space());
        assertThat(answer.json().get("name").stringValue()).isEqualTo("default");
        assertThat(answer.json().get("identity").stringValue())
                .isEqualTo(Long.toString(IdSpace.parse(space()).identity()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/space", "/api/id", "/api/ids?count=2", "/api/ranges", "/api/snowflake/get/any"})
    void isNamedWithUids(String path) throws Exception {
        assertThat(Answer.get(server.uri(path)).header("Uid-Space")).isEqualTo(space());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/id", "/api/ids?count=2", "/api/ranges"})
    void isNamedWithUidsAsText(String path) throws Exception {
        assertThat(Answer.get(server.uri(path), "Accept", "text/plain").header("Uid-Space"))
                .isEqualTo(space());
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
        assertThat(Answer.get(server.uri(path)).header("Uid-Space")).isEmpty();
    }

    @Test
    void isTheSameForServersThatShareAStoreAndAnotherForOthers() throws Exception {
        String store = "--spring.datasource.url=jdbc:h2:mem:spaceTest;DB_CLOSE_DELAY=-1";
        try (RunningServer one = RunningServer.start(store);
                RunningServer other = RunningServer.start(store)) {
            String ofOne = Answer.get(one.uri("/api/space")).header("Uid-Space");

            assertThat(Answer.get(other.uri("/api/id")).header("Uid-Space")).isEqualTo(ofOne);
            assertThat(ofOne).isNotEqualTo(space());
        }
    }
}
