package org.uidgenerator.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.StoreException;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.testing.RedisServer;

/** Stores that are closed, while they wait for a command or for their connection. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisClosingTest {
    /** A close that waits for an answer waits for this long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final Kind<RedisLeaseStore> LEASES = new Kind<>(
            client -> RedisLeaseStore.builder(client).timeout(TIMEOUT).build(),
            store -> store.list(0, Long.MAX_VALUE),
            StoreException.class);

    private static final Kind<RedisSegmentStore> COUNTERS = new Kind<>(
            client -> RedisSegmentStore.builder(client)
                    .unknownTags(UnknownTags.CREATE)
                    .timeout(TIMEOUT)
                    .build(),
            store -> store.take("orders", 10),
            StoreException.class);

    private record Kind<T>(
            Function<RedisClient, T> maker, Consumer<T> call, Class<? extends RuntimeException> refusal) {}

    @Nested
    @Execution(ExecutionMode.CONCURRENT) // each has a server of its own
    class Leases implements ClosingContract.OfCallsThatWait<RedisLeaseStore> {
        @Override
        public Waiting<RedisLeaseStore> newScene() {
            return new ServerScene<>(LEASES);
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class LeasesWithAConnection implements ClosingContract.OfCallsThatWait<RedisLeaseStore> {
        @Override
        public Waiting<RedisLeaseStore> newScene() {
            return new ConnectedScene<>(LEASES);
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class Counters implements ClosingContract.OfCallsThatWait<RedisSegmentStore> {
        @Override
        public Waiting<RedisSegmentStore> newScene() {
            return new ServerScene<>(COUNTERS);
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    class CountersWithAConnection implements ClosingContract.OfCallsThatWait<RedisSegmentStore> {
        @Override
        public Waiting<RedisSegmentStore> newScene() {
            return new ConnectedScene<>(COUNTERS);
        }
    }

    /** A call that hangs waits for its connection: how long that takes is up to the client. */
    private static class ServerScene<T> implements ClosingContract.OfCallsThatWait.Waiting<T> {
        final Kind<T> kind;
        private final RedisServer server = new RedisServer();
        private final RedisClient client;

        ServerScene(Kind<T> kind) {
            this.kind = kind;
            server.start();
            RedisURI uri = RedisURI.create(server.url());
            uri.setTimeout(TIMEOUT);
            client = RedisClient.create(uri);
        }

        @Override
        public T open() {
            return kind.maker().apply(client);
        }

        @Override
        public void call(T opened) {
            kind.call().accept(opened);
        }

        @Override
        public String refusal() {
            return "the connection was closed by close()";
        }

        @Override
        public Class<? extends Throwable> refusalType() {
            return kind.refusal();
        }

        @Override
        public void refuse() {
            server.kill9();
        }

        @Override
        public void hang() {
            server.pause();
        }

        @Override
        public boolean isAsked() {
            return server.unreadBytes() > 0;
        }

        @Override
        public void answer() {
            server.resume();
        }

        @Override
        public List<String> held() {
            return Leftovers.connections(server.port());
        }

        @Override
        public void close() {
            client.shutdown();
            server.close();
        }
    }

    /** A call that hangs waits for the answer to a command: the store ends that itself. */
    private static final class ConnectedScene<T> extends ServerScene<T> {
        ConnectedScene(Kind<T> kind) {
            super(kind);
        }

        @Override
        public T open() {
            T opened = super.open();
            call(opened);
            return opened;
        }

        @Override
        public void answer() {}

        @Override
        public String refusalOfWaiting() {
            return refusal() + "; whether the command was run is unknown";
        }
    }
}
