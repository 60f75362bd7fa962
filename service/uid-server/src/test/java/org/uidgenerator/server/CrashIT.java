package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What ends in the middle: the server, or its store. */
class CrashIT {
    @TempDir
    Path folder;

    private Server store = new Server();

    @AfterEach
    void stopTheStore() {
        store.stop();
    }

    @Test
    void handsOutNoIdTwiceWhenTheServerIsKilledDuringRanges() throws Exception {
        Set<Long> seen = new HashSet<>();
        for (int life = 0; life < 2; life++) {
            ServerProcess server = ServerProcess.start(
                    "--server.port=0",
                    "--uid.segments.tags.orders.first=1",
                    "--spring.datasource.url=jdbc:h2:file:" + folder.resolve("uid"));
            URI base = server.uri();
            CompletableFuture<List<long[]>> ranges = CompletableFuture.supplyAsync(() -> rangesUntilTheEnd(base));
            for (int i = 0; i < 20; i++) { // so long, the other thread takes ranges
                Answer.get(base.resolve("/api/id"));
            }
            server.close();

            for (long[] range : ranges.get()) {
                for (long id = range[0]; id <= range[1]; id++) {
                    assertThat(seen.add(id)).as("%d", id).isTrue();
                }
            }
        }
        assertThat(seen).isNotEmpty();
    }

    private static List<long[]> rangesUntilTheEnd(URI base) {
        List<long[]> ranges = new ArrayList<>();
        try {
            while (true) {
                for (JsonNode range :
                        Answer.get(base.resolve("/api/ranges?count=500")).json().get("ranges")) {
                    ranges.add(new long[] {
                        Long.parseLong(range.get("first").stringValue()),
                        Long.parseLong(range.get("last").stringValue())
                    });
                }
            }
        } catch (Exception e) { // the server is no more
            return ranges;
        }
    }

    @Test
    void continuesWithWhatItHasWhileTheStoreIsAwayAndSaysSoWhenItHasNone() throws Exception {
        startStore("0");
        String url = "jdbc:h2:tcp://127.0.0.1:" + store.getPort() + "/" + folder.resolve("remote");
        try (RunningServer server = RunningServer.start(
                "--spring.datasource.url=" + url,
                "--spring.datasource.hikari.connection-timeout=3000",
                "--uid.worker.jdbc.table-creation=always",
                "--uid.segments.jdbc.table-creation=always",
                "--uid.segments.tags.orders.first=1")) {
            Set<String> numbers = new HashSet<>(
                    Answer.get(server.uri("/api/segments/orders/ids?count=10")).ids());
            store.stop();

            Answer answer = Answer.get(server.uri("/api/segments/orders/ids?count=10"));
            while (answer.status() == 200) {
                assertThat(answer.ids())
                        .allSatisfy(id -> assertThat(numbers.add(id)).isTrue());
                answer = Answer.get(server.uri("/api/segments/orders/ids?count=10"));
            }
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(answer.json().get("detail").stringValue())
                    .isEqualTo("the store of the counters does not answer; the server's log says why. Ask again");
            assertThat(Answer.get(server.uri("/api/id")).status()).isEqualTo(200);
            assertThat(Answer.get(server.uri("/actuator/health/readiness")).status())
                    .isEqualTo(200);
            assertThat(Answer.get(server.uri("/api/workers")).json().has("failure"))
                    .isTrue();

            startStore(Integer.toString(store.getPort()));
            answer = Answer.get(server.uri("/api/segments/orders/ids?count=10"));
            while (answer.status() != 200) {
                answer = Answer.get(server.uri("/api/segments/orders/ids?count=10"));
            }
            assertThat(answer.ids())
                    .allSatisfy(id -> assertThat(numbers.add(id)).isTrue());
        }
    }

    private void startStore(String port) throws Exception {
        store = Server.createTcpServer("-tcpPort", port, "-ifNotExists", "-baseDir", folder.toString())
                .start();
    }
}
