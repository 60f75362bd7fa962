package org.uidgenerator.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.server.RunningServer;

/** Generators whose counters are those of servers. */
@Tag("proof")
class RemoteCountersAgainstServersTest {
    private static RunningServer start(String store, int port) {
        return RunningServer.start(
                "--spring.datasource.url=jdbc:h2:mem:" + store + ";DB_CLOSE_DELAY=-1",
                "--uid.segments.max-wait=60s",
                "--uid.segments.tags.orders.first=1",
                "--server.port=" + port);
    }

    private static RemoteSegmentStore store(List<RunningServer> servers) {
        return RemoteSegmentStore.builder(
                        servers.stream().map(server -> server.uri("")).toList())
                .timeout(Duration.ofMinutes(1))
                .build();
    }

    private static SegmentIdGenerator generator(RemoteSegmentStore store) {
        return SegmentIdGenerator.builder(store)
                .minStep(100)
                .maxStep(100)
                .maxWait(Duration.ofMinutes(2))
                .build();
    }

    @Test
    void giveNoNumberTwiceWhileAServerIsRestarted() {
        String database = UUID.randomUUID().toString();
        List<RunningServer> servers = new ArrayList<>(List.of(start(database, 0), start(database, 0)));
        int port = servers.get(1).uri("").getPort();
        try (RemoteSegmentStore ofOne = store(servers);
                RemoteSegmentStore ofOther = store(servers);
                SegmentIdGenerator one = generator(ofOne);
                SegmentIdGenerator other = generator(ofOther)) {
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 9_000; i++) {
                if (i == 3_000) {
                    servers.get(1).close();
                }
                if (i == 6_000) {
                    servers.set(1, start(database, port));
                }
                numbers.add((i % 2 == 0 ? one : other).getUID("orders"));
            }

            assertThat(numbers).doesNotHaveDuplicates();
            assertThat(evenOf(numbers)).isSorted();
            assertThat(ofOne.status()).extracting(ServerStatus::ranges).allMatch(ranges -> ranges > 0);
            assertThat(ofOne.status().get(1).failures()
                            + ofOther.status().get(1).failures())
                    .isPositive();
        } finally {
            servers.forEach(RunningServer::close);
        }
    }

    private static List<Long> evenOf(List<Long> numbers) {
        return LongStream.range(0, numbers.size() / 2)
                .mapToObj(i -> numbers.get((int) (2 * i)))
                .toList();
    }

    /** The numbers of two stores are equal. */
    @Test
    void areOfOneStore() {
        try (RunningServer one = start(UUID.randomUUID().toString(), 0);
                RunningServer other = start(UUID.randomUUID().toString(), 0);
                RemoteSegmentStore store = store(List.of(one, other))) {
            List<Long> firsts = new ArrayList<>();
            while (store.status().stream().allMatch(server -> server.failure() == null)) {
                firsts.add(store.take("orders", 10).first());
            }

            assertThat(firsts).doesNotHaveDuplicates();
            assertThat(store.status().stream().map(ServerStatus::failure).filter(failure -> failure != null))
                    .singleElement()
                    .asString()
                    .containsPattern(
                            "its store identity must be SEGMENT/[0-9]{12}, as of http.*: identity=SEGMENT/[0-9]{12}");
        }
    }

    @Test
    void areOfTheStoreThatIsExpected() {
        try (RunningServer server = start(UUID.randomUUID().toString(), 0);
                RemoteSegmentStore store = RemoteSegmentStore.builder(List.of(server.uri("")))
                        .expectedIdentity("SEGMENT/482903117264")
                        .timeout(Duration.ofMinutes(1))
                        .build()) {
            assertThatThrownBy(() -> store.take("orders", 10))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(
                            "its store identity must be SEGMENT/482903117264, as of option expectedIdentity: identity=SEGMENT/");
        }
    }

    @Test
    void sayWhyThereIsNone() {
        RunningServer server = start(UUID.randomUUID().toString(), 0);
        try (RemoteSegmentStore store = store(List.of(server));
                SegmentIdGenerator generator = generator(store)) {
            String service = "the id service at [" + server.uri("") + "]";
            assertThatThrownBy(() -> generator.getUID("none"))
                    .isInstanceOf(NoSuchCounterException.class)
                    .hasMessageStartingWith(service + " has no counter of tag none: it answers with status 404: {")
                    .hasMessageContaining("there is no counter of this tag: tag=none");
            assertThat(store.status().get(0).failures()).isZero();

            server.close();

            assertThatThrownBy(() -> generator.getUID("orders"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("segments got no range of tag orders from " + service
                            + ": no server of the id service hands out a range: " + server.uri("")
                            + ": it does not answer: ");
        } finally {
            server.close();
        }
    }
}
