package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.LogRecorder;

/** {@link RangeServers} as they are named. */
class NamedServersTest {
    private static final URI ONE = URI.create("http://ids-1:8080");
    private static final URI OTHER = URI.create("http://ids-2:8080");
    private static final URI THIRD = URI.create("http://ids-3:8080");

    private final Time time = new Time();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<RangeServers> lists = new ArrayList<>();
    private Supplier<List<URI>> names = () -> List.of(ONE, OTHER);

    @AfterEach
    void close() {
        lists.forEach(RangeServers::close);
    }

    private RangeServers list() {
        RangeServers list = new RangeServers(
                "ids",
                RemoteSegmentStore.builder(() -> {
                            asked.incrementAndGet();
                            return names.get();
                        })
                        .timeout(Duration.ofSeconds(1))
                        .nanoClock(time)
                        .random(new MiddleRandom()));
        lists.add(list);
        return list;
    }

    @Test
    void isReadEveryFiveSecondsAndSoonerAfterAFailure() {
        RangeServers list = list();
        assertThat(list.current()).extracting(server -> server.uri).containsExactly(ONE, OTHER);
        time.pass(Duration.ofMillis(4_999));
        list.current();
        assertThat(asked).hasValue(1);
        time.pass(Duration.ofMillis(1));
        list.current();
        assertThat(asked).hasValue(2);

        assertThatThrownBy(() -> list.ask(server -> {
                    throw new IOException("it is away");
                }))
                .isInstanceOf(UidGenerateException.class);
        time.pass(Duration.ofMillis(999));
        list.current();
        assertThat(asked).hasValue(2);
        time.pass(Duration.ofMillis(1));
        list.current();
        assertThat(asked).hasValue(3);
        time.pass(Duration.ofSeconds(1));
        list.current();
        assertThat(asked).hasValue(3);
    }

    @Test
    void keepsWhatIsKnownOfThoseThatStay() {
        RangeServers list = list();
        List<RangeServer> before = list.current();
        names = () -> List.of(OTHER, THIRD, OTHER);
        time.pass(Duration.ofSeconds(5));
        try (LogRecorder log = new LogRecorder()) {
            List<RangeServer> after = list.current();

            assertThat(after).extracting(server -> server.uri).containsExactly(OTHER, THIRD);
            assertThat(after.get(0)).isSameAs(before.get(1));
            assertThat(list.status()).extracting(ServerStatus::uri).containsExactly(OTHER, THIRD);
            assertThat(log.lines())
                    .containsExactly(
                            "INFO ids: the servers of the id service are [http://ids-2:8080, http://ids-3:8080]");
        }
    }

    @Test
    void staysAsItIsWhileNobodyNamesServers() {
        RangeServers list = list();
        try (LogRecorder log = new LogRecorder()) {
            for (Supplier<List<URI>> broken : List.<Supplier<List<URI>>>of(
                    () -> List.of(),
                    () -> {
                        throw new IllegalStateException("out of order");
                    },
                    () -> List.of(THIRD, URI.create("ftp://ids")),
                    () -> null)) {
                names = broken;
                time.pass(Duration.ofSeconds(5));
                assertThat(list.current()).extracting(server -> server.uri).containsExactly(ONE, OTHER);
            }

            assertThat(log.lines())
                    .containsExactly("WARNING ids: the servers stay [http://ids-1:8080, http://ids-2:8080], since none"
                            + " can be named: org.uidgenerator.OptionException: servers must name at least one:"
                            + " servers=[]");
        }
        names = () -> List.of(THIRD);
        time.pass(Duration.ofSeconds(1)); // not five
        assertThat(list.current()).extracting(server -> server.uri).containsExactly(THIRD);
    }

    @Test
    void isNotWaitedForByOthersWhileOneReads() {
        RangeServers[] list = {list()};
        names = () -> { // as another thread would
            Thread other = new Thread(() -> assertThat(list[0].current()).hasSize(2));
            other.setUncaughtExceptionHandler((thread, failure) -> names = () -> List.of());
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return List.of(THIRD);
        };
        time.pass(Duration.ofSeconds(5));

        assertThat(list[0].current()).extracting(server -> server.uri).containsExactly(THIRD);
        assertThat(asked).hasValue(2);
    }

    @Test
    void tellsWhyThereIsNoServer() {
        names = () -> List.of();
        RangeServers servers = list();
        assertThatThrownBy(() -> servers.ask(server -> new RangeAnswer(null, null, List.of())))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: none can be named:"
                        + " org.uidgenerator.OptionException: servers must name at least one: servers=[]");
        assertThatThrownBy(() -> RemoteUidGenerator.builder(names).build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("servers must name at least one: servers=[]");
        try (RemoteSegmentStore store = RemoteSegmentStore.builder(names).build()) {
            assertThatThrownBy(() -> store.take("orders", 1))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("servers must name at least one: servers=[]");
        }
    }

    private static final class Time implements NanoClock {
        private long nanos = Long.MAX_VALUE - 1_000; // overflows

        void pass(Duration time) {
            nanos += time.toNanos();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void park(long nanos) {}
    }
}
