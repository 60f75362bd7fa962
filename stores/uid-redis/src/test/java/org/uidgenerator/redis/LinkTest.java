package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class LinkTest extends OpenedResources {
    private final RedisServer server = server();

    private StatefulRedisConnection<String, String> connect() {
        return client().connect();
    }

    private RedisClient client() {
        return opened(RedisClient.create(server.url()));
    }

    /** Returns a connection on which something happens after it has looked whether it is open, and before it sends. */
    private StatefulRedisConnection<String, String> connect(AtomicReference<Runnable> beforeSending) {
        RedisClient client = client();
        client.setOptions(new ClientOptions(ClientOptions.builder()) {
            @Override
            public int getRequestQueueSize() {
                beforeSending.getAndSet(() -> {}).run();
                return 10;
            }
        });
        return client.connect();
    }

    private static Link link(StatefulRedisConnection<String, String> connection) {
        return new Link(connection, connection, Duration.ofMinutes(2));
    }

    /** No listener would hear of its end any more. */
    @Test
    void isClosedIfTheSocketWasLostBeforeTheListenerWasAdded() {
        StatefulRedisConnection<String, String> connection = connect();
        server.kill9();
        Patience.awaitUntil(() -> !connection.isOpen());

        assertThat(link(connection).isClosed()).isTrue();
    }

    /** Lettuce forgets such a command: it is neither sent nor does it fail. */
    @Test
    void cancelsACommandThatIsSentWhileTheSocketIsLost() {
        AtomicReference<Runnable> beforeSending = new AtomicReference<>(() -> {});
        Link link = link(connect(beforeSending));
        beforeSending.set(() -> {
            server.kill9();
            Patience.awaitUntil(link::isClosed);
            link.awaitForgotten();
        });

        assertThatThrownBy(() -> link.await(RedisAsyncCommands::time)).isInstanceOf(CancellationException.class);
    }

    @Test
    void cancelsWhatLettuceHasForgottenBefore() {
        Link link = link(connect());
        RedisFuture<String> forgotten =
                new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = new Thread(() -> failure.complete(catchThrowable(() -> link.await(commands -> forgotten))));
        caller.start();
        Patience.awaitUntil(() -> caller.getState() == Thread.State.TIMED_WAITING);

        link.close();

        assertThat(failure).succeedsWithin(Patience.LONGEST).isInstanceOf(CancellationException.class);
    }

    @Test
    void keepsNoCommandThatHasItsAnswer() {
        Link link = link(connect());
        AtomicReference<WeakReference<Object>> answered = new AtomicReference<>();

        link.await(commands -> {
            RedisFuture<List<String>> time = commands.time();
            answered.set(new WeakReference<>(time));
            return time;
        });

        Patience.awaitUntil(() -> {
            System.gc();
            return answered.get().get() == null;
        });
        assertThat(link.isClosed()).isFalse();
    }

    @Test
    void keepsTheInterruptOfAThreadThatAwaitsTheEnd() {
        Link link = link(connect());
        Thread.currentThread().interrupt();

        link.awaitForgotten();

        assertThat(Thread.interrupted()).isTrue();
        link.close();
    }
}
