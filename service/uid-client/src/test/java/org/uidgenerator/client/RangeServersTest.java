package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.test.internal.LogRecorder;

class RangeServersTest {
    private static final URI ONE = URI.create("http://127.0.0.1:1");
    private static final URI OTHER = URI.create("http://127.0.0.1:2");

    private final PassingTime time = new PassingTime();
    private final RangeServers servers = new RangeServers(
            "ids",
            RemoteSegmentStore.builder(List.of(ONE, OTHER)).nanoClock(time).random(new MiddleRandom()));
    private final Set<URI> away = new HashSet<>();
    private final List<URI> asked = new ArrayList<>();

    @AfterEach
    void close() {
        servers.close();
    }

    private RangeAnswer ask() throws InterruptedException {
        asked.clear();
        return servers.ask(server -> {
            asked.add(server.uri);
            if (away.contains(server.uri)) {
                throw new IOException("it is away");
            }
            return answerOf(server.uri);
        });
    }

    private static RangeAnswer answerOf(URI uri) {
        return new RangeAnswer(null, UidLayout.DEFAULT, List.of(new UidRange(uri.getPort(), uri.getPort(), 1)));
    }

    /** Until it has just failed for the last time. */
    private void failForLong(URI uri) throws InterruptedException {
        away.add(uri);
        int failures = 0;
        while (failures < 10) {
            time.pass(Duration.ofMinutes(1));
            ask();
            if (asked.contains(uri)) {
                failures++;
            }
        }
        away.remove(uri);
    }

    @Test
    void asksAServerThatIsLeftAloneOnlyIfNoOtherOneAnswers() throws Exception {
        failForLong(ONE);
        time.pass(Duration.ofMillis(800)); // three quarters of a second have passed, and of five seconds they have not
        for (int i = 0; i < 20; i++) {
            ask();
            assertThat(asked).containsExactly(OTHER);
        }

        away.add(OTHER); // as in a rolling update, the one after the other

        assertThat(ask()).isEqualTo(answerOf(ONE));
        assertThat(asked).containsExactly(OTHER, ONE);
    }

    @Test
    void asksNoServerAgainThatHasJustFailed() throws Exception {
        failForLong(ONE);
        away.add(OTHER);

        assertThatThrownBy(this::ask).isInstanceOf(UidGenerateException.class).hasMessageContaining(OTHER + ": ");
        assertThat(asked).containsExactly(OTHER);
        assertThatThrownBy(this::ask).isInstanceOf(UidGenerateException.class).hasMessageContaining("it is away");
        assertThat(asked).isEmpty();
    }

    @Test
    void sayThatAServerIsBack() throws Exception {
        try (LogRecorder log = new LogRecorder()) {
            failForLong(ONE);
            asked.clear();
            while (!asked.contains(ONE)) {
                time.pass(Duration.ofMinutes(1));
                ask();
            }

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING ids: " + ONE + " hands out no ranges: it is away",
                            "INFO ids: " + ONE + " hands out ranges again after 10 failures");
        }
    }
}
