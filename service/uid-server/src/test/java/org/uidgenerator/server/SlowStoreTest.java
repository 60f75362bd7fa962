package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.internal.Patience;

/** Counters whose store does not answer, or answers that there is nothing more. */
class SlowStoreTest {
    private static final String AWAY =
            "the store of the counters does not answer; the server's log says why. Ask again";

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** Has counters {@code slow} and so on, which answer when the test lets them, {@code away} and {@code orders}. */
    private static final class Store implements SegmentStore {
        private final CountDownLatch answers = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();
        private final Map<String, AtomicLong> next = new ConcurrentHashMap<>();

        @Override
        public UidRange take(String tag, long length) {
            switch (tag.replaceAll("[0-9]", "")) {
                case "slow" -> await();
                case "away" -> throw new StoreException("Connection refused", null);
                case "orders" -> {
                    // answers
                }
                default -> throw new NoSuchCounterException("no counter of tag " + tag);
            }
            long first = next.computeIfAbsent(tag, counter -> new AtomicLong(1)).getAndAdd(length);
            return new UidRange(first, first + length - 1, 1);
        }

        private void await() {
            asked.incrementAndGet();
            try {
                answers.await();
            } catch (InterruptedException e) {
                throw new StoreException("interrupted", e);
            }
        }

        @Override
        public String toString() {
            return "the test's store";
        }
    }

    private static void isRefused(RunningServer server, String path, int status, String detail) throws Exception {
        Answer answer = Answer.get(server.uri(path));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().get("detail").stringValue()).isEqualTo(detail);
        assertThat(answer.header("Retry-After")).isEqualTo(status == 503 ? "1" : "");
    }

    @Test
    void saysThatTheStoreDoesNotAnswerWhereItDoesNot() throws Exception {
        Store store = new Store();
        try (RunningServer server = RunningServer.start(
                context -> ((GenericApplicationContext) context).registerBean(SegmentStore.class, () -> store),
                "--uid.segments.max-wait=1s")) {
            isRefused(server, "/api/segments/slow/ids", 503, AWAY);
            isRefused(server, "/api/segment/get/slow", 503, AWAY);
            isRefused(server, "/api/segments/away/ids", 503, AWAY);
            isRefused(server, "/api/segments/none/ids", 404, "there is no counter of this tag: tag=none");
            assertThat(Answer.get(server.uri("/api/segments/orders/ids")).ids()).containsExactly("1");

            store.answers.countDown();
            Answer answer = Answer.get(server.uri("/api/segments/slow/ids"));
            while (answer.status() == 503) {
                answer = Answer.get(server.uri("/api/segments/slow/ids"));
            }
            assertThat(answer.ids()).containsExactly("1");
        }
    }

    /** As many requests wait as may. */
    @Test
    void servesACounterWhileOthersAreLocked() throws Exception {
        Store store = new Store();
        try (RunningServer server = RunningServer.start(
                context -> ((GenericApplicationContext) context).registerBean(SegmentStore.class, () -> store),
                "--uid.segments.max-wait=60s")) {
            List<CompletableFuture<Answer>> requests = IntStream.range(0, 320)
                    .mapToObj(i -> server.uri("/api/segment-range?count=1&tag=slow" + i % 8))
                    .map(uri -> CompletableFuture.supplyAsync(() -> get(uri), threads))
                    .toList();
            Patience.spinUntil(() -> done(requests) >= 160 && store.asked.get() == 8);

            for (int i = 0; i < 100; i++) {
                assertThat(Answer.get(server.uri("/api/segment-range?count=1&tag=orders"))
                                .status())
                        .isEqualTo(200);
            }
            assertThat(store.asked).hasValue(8);
            store.answers.countDown();
            List<Answer> answers =
                    requests.stream().map(CompletableFuture::join).toList();
            assertThat(answers.stream().filter(answer -> answer.status() == 200))
                    .hasSizeBetween(64, 160);
            assertThat(answers.stream().filter(answer -> answer.status() != 200))
                    .allSatisfy(refused -> assertThat(refused.body())
                            .containsPattern(
                                    "\\d+ requests wait for this counter and \\d+ for any, ask again: tag=slow\\d"));
        }
    }

    private static long done(List<CompletableFuture<Answer>> requests) {
        return requests.stream().filter(CompletableFuture::isDone).count();
    }

    private static Answer get(URI uri) {
        try {
            return Answer.get(uri);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void writesWhyTheStoreHasFailedBecauseTheAnswerSaysSo() throws Exception {
        Store store = new Store();
        try (RunningServer server = RunningServer.start(context ->
                        ((GenericApplicationContext) context).registerBean(SegmentStore.class, () -> store));
                Written log = new Written()) {
            isRefused(server, "/api/segment-range?tag=away&count=1", 503, AWAY);

            assertThat(log.messages()).anyMatch(line -> line.contains("Connection refused"));
        }
    }

    @Test
    void holdsNoRequestForLongerThanItMayWait() throws Exception {
        try (RunningServer server = RunningServer.start(
                "--uid.segments.max-wait=100ms",
                "--spring.datasource.hikari.maximum-pool-size=1",
                "--spring.datasource.hikari.connection-timeout=1000000",
                "--uid.worker.assigner=fixed",
                "--uid.worker.id=1",
                "--uid.segments.tags.orders.first=1")) {
            try (Connection taken = server.bean(DataSource.class).getConnection()) {
                long start = System.nanoTime();
                isRefused(server, "/api/segments/orders/ids", 503, AWAY);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
                assertThat(taken.isValid(0)).isTrue();
            }
        }
    }

    @Test
    void startsWithACounterThatHasComeToItsEndAndSaysSo() throws Exception {
        String end = "the counter is exhausted: there are no more numbers of it";
        try (RunningServer server = RunningServer.start(
                "--uid.segments.tags.ended.first=" + Long.MAX_VALUE, "--uid.segments.tags.orders.first=1")) {
            assertThat(Answer.get(server.uri("/api/segments/ended/ids")).ids())
                    .containsExactly(Long.toString(Long.MAX_VALUE));
            isRefused(server, "/api/segments/ended/ids", 410, end);
            assertThat(Answer.get(server.uri("/api/segments/orders/ids")).status())
                    .isEqualTo(200);
        }
        String database = "--spring.datasource.url=jdbc:h2:mem:ended;DB_CLOSE_DELAY=-1";
        String counter = "--uid.segments.tags.ended.first=" + Long.MAX_VALUE;
        try (RunningServer server = RunningServer.start(database, counter)) {
            Answer.get(server.uri("/api/segments/ended/ids"));
        }
        try (RunningServer server = RunningServer.start(database, counter)) {
            isRefused(server, "/api/segments/ended/ids", 410, end);
            assertThat(Answer.get(server.uri("/api/id")).status()).isEqualTo(200);
        }
    }
}
