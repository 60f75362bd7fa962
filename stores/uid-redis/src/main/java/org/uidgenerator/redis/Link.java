package org.uidgenerator.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.uidgenerator.StoreException;

/** One socket to one process of a server, for any number of threads at the same time. */
final class Link implements RedisConnectionStateListener {
    private static final long LONGEST_CLOSE_SECONDS = 1;

    private final StatefulRedisConnection<String, String> connection;
    private final StatefulConnection<String, String> owner;
    private final Set<RedisFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Void> forgotten = new CompletableFuture<>();
    private final AtomicLong writes = new AtomicLong();
    private final ReentrantLock asking = new ReentrantLock();
    private long counted; // writes when the last WAIT was sent; like its answer, guarded by the lock
    private long replicas;

    Link(
            StatefulRedisConnection<String, String> connection,
            StatefulConnection<String, String> owner,
            Duration timeout) {
        this.connection = connection;
        this.owner = owner;
        connection.setTimeout(timeout);
        connection.addListener(this);
        if (!connection.isOpen()) {
            close(); // lost before the listener was added
        }
    }

    /**
     * Sends a command and waits for its answer, or for the end of the socket. Lettuce forgets a command that is sent
     * while the socket is lost. It would wait for the timeout.
     *
     * @throws RedisException if there is no answer in time, or the server refuses
     * @throws CancellationException if the socket is closed before there is one
     */
    <T> T await(Function<RedisAsyncCommands<String, String>, RedisFuture<T>> command) {
        RedisFuture<T> answer = command.apply(connection.async());
        underWay.add(answer);
        if (closed.get()) { // Order matters! A thread that closes the socket later sees it and cancels it
            answer.cancel(true);
        }
        try {
            return LettuceFutures.awaitOrCancel(answer, connection.getTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            underWay.remove(answer);
        }
    }

    /**
     * Runs commands, which fail once the socket is closed.
     *
     * @throws StoreException if the server does not answer or refuses
     */
    <T> T call(Function<Link, T> commands) {
        try {
            return commands.apply(this);
        } catch (RedisException | CancellationException e) {
            close();
            throw new StoreException(Refusal.explain(e), e);
        }
    }

    /**
     * Waits until replicas have what the calling thread has written before. {@code WAIT} speaks of all writes before it
     * and holds up all commands after it, so one is under way at most, and its answer is that of all threads that had
     * written when it was sent. So a thread waits for two at most, and a command of others for one.
     *
     * @return how many have it
     */
    long awaitReplicas(int wanted, Duration timeout) {
        long write = writes.incrementAndGet();
        asking.lock();
        try {
            if (counted < write) {
                long before = writes.get(); // Order matters! A thread that comes later may have written after the WAIT
                replicas = await(commands -> commands.waitForReplication(wanted, timeout.toMillis()));
                counted = before;
            }
            return replicas;
        } finally {
            asking.unlock();
        }
    }

    /** Order matters! On the event loop, before the client sees about a new socket. Cancels what is under way. */
    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
        close();
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Closes the socket without waiting for that, as the event loop must not. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            if (isClosedByItsClient()) {
                forgotten.complete(null);
            } else {
                CompletableFuture<Void> unused =
                        owner.closeAsync().whenComplete((nothing, failure) -> forgotten.complete(null));
            }
            underWay.forEach(answer -> answer.cancel(true));
        }
    }

    /** Lettuce warns of a connection that is closed twice. */
    private boolean isClosedByItsClient() {
        return owner instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
    }

    /**
     * Waits until the client has forgotten a connection that is being closed. A client that is shut down earlier closes
     * it again, and warns of that.
     */
    void awaitForgotten() {
        try {
            forgotten.get(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // it is closed nevertheless, and at worst the client warns
        }
    }
}
