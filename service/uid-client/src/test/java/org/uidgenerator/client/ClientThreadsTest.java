package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.uidgenerator.contract.BackgroundThreadContract;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.test.internal.Patience;

/** Clients whose threads cannot be started. */
class ClientThreadsTest {
    private static RemoteUidGenerator.Builder client(RangeHttpServer server, ThreadFactory threads) {
        return RemoteUidGenerator.builder(List.of(server.uri()))
                .name("ids")
                .timeout(Duration.ofMinutes(1))
                .maxWait(Duration.ofMillis(100))
                .threadFactory(threads);
    }

    @Nested
    class Padder implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            RangeHttpServer server = RangeHttpServer.start();
            return new User() {
                @Override
                public void work() {
                    client(server, threads).build().close();
                }

                @Override
                public String threads() {
                    return "ids-padder";
                }

                @Override
                public void close() {
                    server.close();
                }
            };
        }
    }

    @Nested
    class Ranges implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            RangeHttpServer server = RangeHttpServer.start();
            return new Caller(server, client(server, threads).build());
        }
    }

    /** Takes more UIDs than the first range has. */
    private record Caller(RangeHttpServer server, RemoteUidGenerator generator)
            implements BackgroundThreadContract.User {
        @Override
        public void work() {
            generator.getUIDs(new long[(int) (2 * RangeFetch.SHORTEST)]);
        }

        @Override
        public String threads() {
            return "ids-ranges";
        }

        @Override
        public void close() {
            generator.close();
            server.close();
        }
    }

    /** As a full heap ends it. */
    @Test
    void fetchAgainWhenTheThreadOfTheHttpClientHasEnded() {
        try (RangeHttpServer server = RangeHttpServer.start();
                RemoteUidGenerator generator =
                        client(server, BackgroundThreads::newThread).build()) {
            Set<Thread> ended = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().endsWith("-SelectorManager"))
                    .collect(Collectors.toSet());
            assertThat(ended).isNotEmpty();
            ended.forEach(Thread::interrupt);
            Patience.spinUntil(() -> ended.stream().noneMatch(Thread::isAlive));

            Patience.spinUntil(() ->
                    catchThrowable(() -> generator.getUIDs(new long[(int) (4 * RangeFetch.SHORTEST)])) == null);

            Patience.spinUntil(() -> generator.status().failure() == null);
        }
    }
}
