package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidRange;
import org.uidgenerator.client.RangeHttpServer.Answer;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;

/** What a store asks for, and which answers it takes. It is shown against real servers in uid-server. */
class RemoteSegmentStoreAnswersTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final RangeHttpServer server = RangeHttpServer.start();
    private final RemoteSegmentStore store = RemoteSegmentStore.builder(List.of(server.uri()))
            .token(() -> "secret")
            .timeout(TIMEOUT)
            .build();

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    void asksForARange() {
        server.answer(new Answer(200, "11 20 1\n"));

        assertThat(store.take("a&b/%", 10)).isEqualTo(new UidRange(11, 20, 1));
        assertThat(server.queries).containsExactly("count=10&tag=a&b/%");
        assertThat(server.tokens).containsExactly("Bearer secret");
        assertThat(store).hasToString("the id service at [" + server.uri() + "]");
        assertThat(store.status().get(0).ranges()).isEqualTo(1);
    }

    @Test
    void asksServersThatAreNamedLaterWithTheOptionsThatItWasBuiltWith() {
        PassingTime time = new PassingTime();
        AtomicReference<List<URI>> named = new AtomicReference<>(List.of(URI.create("http://ids-1:8080")));
        RemoteSegmentStore.Builder options =
                RemoteSegmentStore.builder(named::get).token(() -> "secret").nanoClock(time);
        server.answer(new Answer(200, "11 20 1\n"));
        try (RemoteSegmentStore later = options.build()) {
            options.token(() -> "of another store");
            named.set(List.of(server.uri()));
            time.pass(Duration.ofSeconds(5));

            later.take("orders", 10);
        }
        assertThat(server.tokens).containsExactly("Bearer secret");
    }

    @Test
    void asksForNoMoreThanAServerHandsOut() {
        server.answer(new Answer(200, "1 10000000 1"));

        assertThat(store.take("orders", Long.MAX_VALUE).size()).isEqualTo(10_000_000);
        assertThat(server.queries).containsExactly("count=10000000&tag=orders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "1 5 1\n6 10 1\n", "+1 10 1\n", "10 1 1\n", "1 10 0\n", "1 10 1\r\n"})
    void takesNothingElse(String answer) {
        server.answer(new Answer(200, answer));

        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("no server of the id service hands out a range: " + server.uri()
                        + ": it answers with what are no ranges: ");
        assertThat(store.status().get(0).failures()).isEqualTo(1);
    }

    @Test
    void takesAsManyAsTheStoreOfTheServerSays() {
        server.answer(new Answer(200, "1 20000000 1\n"));

        assertThat(store.take("orders", 10)).isEqualTo(new UidRange(1, 20_000_000, 1));
    }

    @Test
    void saysWhyThereIsNone() {
        server.answer(new Answer(404, "no such counter"));
        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(NoSuchCounterException.class)
                .hasMessage("the id service at [" + server.uri()
                        + "] has no counter of tag orders: it answers with status 404: no such counter");
        server.answer(new Answer(410, "gone"));
        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessage("the counter of tag orders of the id service at [" + server.uri() + "] is exhausted");
        assertThat(store.status().get(0).failure()).isNull();
        server.answer(new Answer(503, "shutting down"));
        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(StoreException.class)
                .hasMessageEndingWith("it answers with status 503: shutting down");
    }

    @Test
    void takesNothingOfAnotherStoreIdentity() {
        server.identity("SEGMENT/482903117264").answer(new Answer(200, "1 10 1"));
        store.take("orders", 10);
        server.identity("SEGMENT/730519284406");

        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(StoreException.class)
                .hasMessageEndingWith(": its store identity must be SEGMENT/482903117264, as of " + server.uri()
                        + ": identity=SEGMENT/730519284406");
        assertThat(store.status().get(0).ranges()).isEqualTo(1);
    }

    @Test
    void keepsTheInterruptOfItsCaller() {
        server.hang();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(StoreException.class)
                .hasMessage("interrupted while waiting for the id service at [" + server.uri() + "]");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void refusesOptionsThatAreOutOfRange() {
        assertThatThrownBy(() -> store.take("bad tag", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tag must be 1 to 128 visible ASCII characters: tag=\"bad tag\"");
        assertThatThrownBy(() -> RemoteSegmentStore.builder(List.of()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("servers must name at least one: servers=[]");
        RemoteSegmentStore.Builder builder = RemoteSegmentStore.builder(List.of(URI.create("http://ids")));
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must be positive: timeout=PT0S");
        builder.timeout(Duration.ofSeconds(1));
        assertThatThrownBy(() -> builder.expectedIdentity(" ").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expectedIdentity must not be blank: expectedIdentity=\" \"");
    }
}
