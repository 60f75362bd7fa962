package org.uidgenerator.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.server.ServerProcess;

/**
 * A client of two servers that were started one like the other, each on an H2 file of its own: both have worker id 0.
 */
class RemoteUidGeneratorOnTwoStoresIT {
    @TempDir
    Path folder;

    private ServerProcess start(String database, int port) throws IOException {
        return ServerProcess.start(
                "--server.port=" + port, "--spring.datasource.url=jdbc:h2:file:" + folder.resolve(database));
    }

    private static RemoteUidGenerator client(URI... servers) {
        return RemoteUidGenerator.builder(List.of(servers))
                .timeout(Duration.ofMinutes(2))
                .maxAge(Duration.ofSeconds(4)) // short, so that many ranges are fetched
                .maxWait(Duration.ofSeconds(60))
                .build();
    }

    @Test
    void isNotStarted() throws Exception {
        try (ServerProcess one = start("one", 0);
                ServerProcess other = start("other", 0)) {
            assertThatThrownBy(() -> client(one.uri(), other.uri()))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageMatching(
                            "the servers of an id service must have one store identity, or their UIDs may be equal:"
                                    + " http://127.0.0.1:[0-9]+: its store identity must be default/[0-9]{12}, as of"
                                    + " http://127.0.0.1:[0-9]+: identity=default/[0-9]{12}")
                    .message()
                    .contains(one.uri().toString(), other.uri().toString());
        }
    }

    @Test
    void handsOutNoUidTwiceWhenOneServerComesLater() throws Exception {
        int port;
        try (ServerProcess other = start("other", 0)) {
            port = other.uri().getPort();
        }
        URI later = URI.create("http://127.0.0.1:" + port);
        Set<Long> seen = new HashSet<>();
        try (ServerProcess one = start("one", 0);
                RemoteUidGenerator first = client(one.uri(), later);
                RemoteUidGenerator second = client(one.uri(), later);
                ServerProcess other = start("other", port)) {
            assertThat(other.uri()).isEqualTo(later);
            while (!isRefused(first) || !isRefused(second)) {
                take(first, seen);
                take(second, seen);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // the set has to hold them all
            }

            for (int i = 0; i < 500; i++) {
                take(first, seen);
                take(second, seen);
            }
            assertThat(first.status().servers().get(1).ranges()).isZero();
            assertThat(second.status().servers().get(1).ranges()).isZero();
        }
    }

    private static void take(RemoteUidGenerator generator, Set<Long> seen) {
        generator.claim(100).uids().forEach(uid -> assertThat(seen.add(uid)).isTrue());
    }

    private static boolean isRefused(RemoteUidGenerator generator) {
        Throwable failure = generator.status().servers().get(1).failure();
        return failure != null
                && String.valueOf(failure.getMessage()).startsWith("its store identity must be default/");
    }
}
