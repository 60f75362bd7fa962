package org.uidgenerator.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.server.RunningServer;

/** Two clients of three servers that share one store, of which one is stopped and started again in the middle. */
@Tag("proof")
class RemoteUidGeneratorAgainstServersTest {
    private static final int CALLERS = 2;
    private static final int UIDS = 60_000;

    private final String store = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private RunningServer start(int port) {
        return RunningServer.start(store, "--server.port=" + port);
    }

    private static RemoteUidGenerator client(List<RunningServer> servers) {
        return RemoteUidGenerator.builder(
                        servers.stream().map(server -> server.uri("")).toList())
                .maxAge(Duration.ofSeconds(4)) // short, so that many ranges are fetched
                .timeout(Duration.ofMinutes(1))
                .maxWait(Duration.ofSeconds(60))
                .build();
    }

    @Test
    void givesNoUidTwiceWhileAServerIsRestarted() throws Exception {
        List<RunningServer> servers = new ArrayList<>(List.of(start(0), start(0), start(0)));
        int port = servers.get(1).uri("").getPort();
        CyclicBarrier stops =
                new CyclicBarrier(2 * CALLERS, () -> servers.get(1).close());
        CyclicBarrier starts = new CyclicBarrier(2 * CALLERS, () -> servers.set(1, start(port)));
        try (RemoteUidGenerator one = client(servers);
                RemoteUidGenerator other = client(servers)) {
            List<Callable<long[]>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(() -> take(one, stops, starts));
                callers.add(() -> take(other, stops, starts));
            }

            List<long[]> taken = inParallel(callers);

            for (long[] uids : taken) {
                assertThat(uids).isSorted().doesNotHaveDuplicates();
            }
            assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count())
                    .isEqualTo(2L * CALLERS * UIDS);
            assertThat(one.status().servers())
                    .extracting(ServerStatus::uri)
                    .containsExactlyElementsOf(
                            servers.stream().map(server -> server.uri("")).toList());
            while (one.status().servers().stream().anyMatch(server -> server.ranges() == 0)) {
                one.getUID(); // each fetch goes to any of them
            }
        } finally {
            servers.forEach(RunningServer::close);
        }
    }

    private static long[] take(RemoteUidGenerator generator, CyclicBarrier stops, CyclicBarrier starts)
            throws Exception {
        long[] uids = new long[UIDS];
        for (int i = 0; i < UIDS; i++) {
            if (i == UIDS / 3) {
                stops.await();
            }
            if (i == UIDS / 3 * 2) {
                starts.await();
            }
            uids[i] = generator.getUID();
        }
        return uids;
    }

    private static List<long[]> inParallel(List<Callable<long[]>> callers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            List<long[]> results = new ArrayList<>();
            for (Future<long[]> caller : threads.invokeAll(callers)) {
                results.add(caller.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void continuesAboveWhatAnotherServerHasHandedOut() {
        try (RunningServer one = start(0);
                RunningServer other = start(0);
                RemoteUidGenerator ofOne = client(List.of(one));
                RemoteUidGenerator ofOther = client(List.of(other))) {
            long greatest = -1;
            for (int i = 0; i < 20; i++) {
                RemoteUidGenerator next = i % 2 == 0 ? ofOne : ofOther;
                next.advancePast(Math.max(0, greatest));
                long uid = next.getUID();
                assertThat(uid).isGreaterThan(greatest);
                greatest = uid;
            }
        }
    }
}
