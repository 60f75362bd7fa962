package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.server.web.Route;
import org.uidgenerator.test.internal.Patience;

class ShutdownTest {
    /** Keeps requests for an id under way until it is told to let them go. */
    private static final class Gate implements Route.Group {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);
        private final CompletableFuture<UidGenerator> generator = new CompletableFuture<>();

        @Override
        public List<Route> routes() {
            return List.of(new Route("/gate", Route.ANY_METHOD, List.of(), false, null, request -> {
                reached.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                request.answer("text/plain", Long.toString(generator.join().getUID()));
            }));
        }
    }

    @Test
    void answersTheRequestsThatHaveBegunAndNoOthers() throws Exception {
        Gate gate = new Gate();
        RunningServer server = RunningServer.start(
                context -> ((GenericApplicationContext) context).registerBean(Gate.class, () -> gate));
        gate.generator.complete(server.bean(UidGenerator.class));
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> id(server));
        Patience.await(gate.reached);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        awaitRefusal(server);
        assertThat(closing).isNotDone();
        gate.open.countDown();

        assertThat(Patience.get(answer).status()).isEqualTo(200);
        Patience.get(closing);
    }

    private static Answer id(RunningServer server) {
        try {
            return Answer.get(server.uri("/gate"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitRefusal(RunningServer server) throws Exception {
        URI uri = server.uri("/api/id");
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), uri.getPort()).close();
            } catch (ConnectException e) {
                return;
            } catch (SocketException e) {
                assertThat(e).hasMessageContaining("reset"); // in the moment in which the port closes
            }
        }
    }

    @Test
    void givesTheWorkerIdBack() throws Exception {
        String database = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        long last;
        try (RunningServer server = RunningServer.start(database)) {
            last = Long.parseLong(
                    Answer.get(server.uri("/api/id")).json().get("id").stringValue());
        }
        try (RunningServer server = RunningServer.start(database)) {
            assertThat(Answer.get(server.uri("/api/workers")).json().get("workers"))
                    .hasSize(1);
            assertThat(Long.parseLong(
                            Answer.get(server.uri("/api/id")).json().get("id").stringValue()))
                    .isGreaterThan(last);
        }
    }
}
