package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Patience;

/** A client in a loop, on a server for which no rate is set. */
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
                    .isEqualTo(
                            "too many ids: so that the others get theirs, the client may have 39321600 in PT5M, unless"
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

    /** What a caller gets of a server that another client has driven ahead has to be accepted by the others. */
    @Test
    void shutsNobodyOutOfOtherServersByAnIdThatWasMadeUpAndABurst() throws Exception {
        String[] arguments = {
            "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
            "--uid.server.clients.greedy.token-sha256=" + Servers.sha256(GREEDY),
            "--uid.server.clients.modest.token-sha256=" + Servers.sha256(MODEST)
        };
        try (RunningServer ahead = RunningServer.start(arguments);
                RunningServer other = RunningServer.start(arguments)) {
            UidLayout layout = ahead.bean(UidGenerator.class).layout();
            long madeUp = layout.minUid(Instant.now().plusSeconds(595));
            assertThat(Answer.get(ahead.uri("/api/id?after=" + madeUp), "Authorization", "Bearer " + GREEDY)
                            .status())
                    .isEqualTo(200);
            Answer burst = ranges(ahead, GREEDY);
            while (burst.status() == 200) {
                burst = ranges(ahead, GREEDY);
            }
            assertThat(burst.status()).isEqualTo(429);

            String token = "Bearer " + MODEST;
            String seen = Answer.get(ahead.uri("/api/ids?count=100"), "Authorization", token)
                    .ids()
                    .get(99);
            assertThat(layout.decode(Long.parseLong(seen)).time())
                    .isBefore(Instant.now().plusSeconds(605));
            long start = System.nanoTime();
            Answer answer = Answer.get(other.uri("/api/id?after=" + seen), "Authorization", token);
            while (answer.status() == 422) {
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
                answer = Answer.get(other.uri("/api/id?after=" + seen), "Authorization", token);
            }
            assertThat(answer.status()).isEqualTo(200);
        }
    }
}
