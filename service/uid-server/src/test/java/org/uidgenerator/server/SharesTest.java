package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;

/** A client in a loop, on a server for which nobody has set a rate. */
class SharesTest {
    private static final String GREEDY = "t0ken-of-the-greedy";
    private static final String MODEST = "t0ken-of-the-modest";

    private static Answer ranges(RunningServer server, String token) throws Exception {
        return Answer.get(server.uri("/api/ranges?count=1000000"), "Authorization", "Bearer " + token);
    }

    @Test
    void neitherUsesUpTheTimeThatTheGeneratorMayBorrowNorTheShareOfOthers() throws Exception {
        try (RunningServer server = RunningServer.start(
                "--uid.server.clients.greedy.token-sha256=" + Servers.sha256(GREEDY),
                "--uid.server.clients.modest.token-sha256=" + Servers.sha256(MODEST))) {
            int taken = 0;
            Answer answer = ranges(server, GREEDY);
            while (answer.status() == 200) {
                assertThat(++taken).isLessThan(1_000);
                answer = ranges(server, GREEDY);
            }

            assertThat(answer.status()).isEqualTo(429);
            assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 8);
            assertThat(answer.json().get("detail").stringValue())
                    .isEqualTo("too many ids: the client may have 39321600 in PT5M, unless"
                            + " uid.server.clients.greedy.ids-per-second says otherwise");
            assertThat(answer.json().get("setting").stringValue())
                    .isEqualTo("uid.server.clients.greedy.ids-per-second");
            assertThat(taken).isGreaterThanOrEqualTo(39);
            assertThat(server.bean(ManagedUidGenerator.class).status().borrowed())
                    .isLessThan(Duration.ofMinutes(5));
            for (int i = 0; i < 39; i++) {
                assertThat(ranges(server, MODEST).status()).isEqualTo(200);
            }
        }
    }
}
