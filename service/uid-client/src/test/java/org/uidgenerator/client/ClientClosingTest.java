package org.uidgenerator.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.StoreException;
import org.uidgenerator.client.RangeHttpServer.Answer;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.test.internal.Callers;

/** Clients that are closed. */
class ClientClosingTest {
    /** A close that waits for an answer waits for this long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** Before JDK 21, an HTTP client ends when it is collected. */
    private static final boolean CAN_SHUT_DOWN = Runtime.version().feature() >= 21;

    private static final AtomicLong NAMES = new AtomicLong();

    @Nested
    class Generator implements ClosingContract.OfThreads<RemoteUidGenerator> {
        @Override
        public Threaded<RemoteUidGenerator> newScene() {
            return new GeneratorScene();
        }
    }

    @Nested
    @EnabledOnOs(value = OS.LINUX, disabledReason = "it has nothing to give back but connections, which are seen there")
    class Store implements ClosingContract.OfCallsThatWait<RemoteSegmentStore> {
        @Override
        public Waiting<RemoteSegmentStore> newScene() {
            return new StoreScene();
        }
    }

    private static final class GeneratorScene extends ServerScene<RemoteUidGenerator>
            implements ClosingContract.OfThreads.Threaded<RemoteUidGenerator> {
        private final String name = "closed-client-" + NAMES.incrementAndGet();
        private final AtomicReference<Runnable> task = new AtomicReference<>(() -> {});

        @Override
        public RemoteUidGenerator open() {
            return RemoteUidGenerator.builder(List.of(server.uri()))
                    .name(name)
                    .token(this::token)
                    .httpClient(this::newHttpClient)
                    .timeout(TIMEOUT)
                    .maxWait(Duration.ofMinutes(5))
                    .build();
        }

        private String token() {
            if (Thread.currentThread().getName().equals(name + "-ranges")) {
                task.getAndSet(() -> {}).run();
            }
            return "secret";
        }

        /** Takes more UIDs than the first range has. */
        @Override
        public void call(RemoteUidGenerator opened) {
            opened.getUIDs(new long[(int) (2 * RangeFetch.SHORTEST)]);
        }

        @Override
        public String refusal() {
            return name + " is closed";
        }

        @Override
        public List<String> threads() {
            return Leftovers.threads(name + "-");
        }

        /** Before JDK 21 each test would wait for seconds, as those of the store do. */
        @Override
        public List<String> held() {
            return CAN_SHUT_DOWN ? super.held() : List.of();
        }

        @Override
        public void runInItsThread(RemoteUidGenerator opened, Runnable closing) {
            task.set(closing);
            Callers.start(1, () -> call(opened));
        }
    }

    private static final class StoreScene extends ServerScene<RemoteSegmentStore> {
        StoreScene() {
            server.answer(new Answer(200, "1 10 1\n"));
        }

        @Override
        public RemoteSegmentStore open() {
            return RemoteSegmentStore.builder(List.of(server.uri()))
                    .httpClient(this::newHttpClient)
                    .timeout(TIMEOUT)
                    .build();
        }

        @Override
        public void call(RemoteSegmentStore opened) {
            opened.take("orders", 10);
        }

        @Override
        public String refusal() {
            return "no server of the id service hands out a range: " + server.uri() + ": the client is closed";
        }

        @Override
        public Class<? extends Throwable> refusalType() {
            return StoreException.class;
        }
    }

    private abstract static class ServerScene<T> implements ClosingContract.OfCallsThatWait.Waiting<T> {
        final RangeHttpServer server = RangeHttpServer.start();
        private final List<HttpClient> kept = new CopyOnWriteArrayList<>();

        /** Keeps the client, so that nothing else ends it than a close. */
        HttpClient newHttpClient() {
            HttpClient made = HttpClient.newHttpClient();
            if (CAN_SHUT_DOWN) {
                kept.add(made);
            }
            return made;
        }

        @Override
        public void refuse() {
            server.answer(new Answer(503, "shutting down"));
        }

        @Override
        public void hang() {
            server.hang();
        }

        @Override
        public boolean isAsked() {
            return server.hanging() > 0;
        }

        /** At once from JDK 21 on, before that when the client of the JDK is collected. */
        @Override
        public List<String> held() {
            if (!CAN_SHUT_DOWN) {
                System.gc();
            }
            return Leftovers.connections(server.uri().getPort());
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
