package org.uidgenerator.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;
import org.uidgenerator.contract.BackgroundThreadContract;

/** Clients whose threads cannot be started. */
class ClientThreadsTest {
    private static RemoteUidGenerator.Builder client(RangeHttpServer server, ThreadFactory threads) {
        return RemoteUidGenerator.builder(List.of(server.uri()))
                .name("ids")
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
}
