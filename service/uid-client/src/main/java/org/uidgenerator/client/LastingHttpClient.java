package org.uidgenerator.client;

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;

/**
 * An HTTP client that outlives its thread. The client of the JDK has one thread, which ends where the heap is full, and
 * from then on refuses all requests. Another one takes its place after a failure, at most twice a minute. For one
 * thread at the same time, except {@link #close}.
 */
final class LastingHttpClient {
    private static final long REPLACED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** What ends the threads and connections of a client, from JDK 21 on. Before that, they end with its collection. */
    private static final Optional<Method> SHUTDOWN_NOW = Arrays.stream(HttpClient.class.getMethods())
            .filter(method -> method.getName().equals("shutdownNow"))
            .findFirst();

    private final Supplier<HttpClient> maker;
    private final NanoClock nanoClock;
    private volatile @Nullable HttpClient client; // null once it is closed
    private long replaceableAt;

    LastingHttpClient(Supplier<HttpClient> maker, NanoClock nanoClock) {
        this.maker = () -> Objects.requireNonNull(maker.get(), "httpClient");
        this.nanoClock = nanoClock;
        client = this.maker.get();
        replaceableAt = nanoClock.nanoTime();
    }

    /** Sends a request. Throws nothing: why it cannot be sent is in the answer, too. */
    <T> CompletableFuture<HttpResponse<T>> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        HttpClient open = client;
        if (open == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("the client is closed"));
        }
        try {
            return open.sendAsync(request, handler);
        } catch (RuntimeException e) { // a client without a thread rejects what it is to execute
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Learns why a request could not be sent or had no answer. A server that refuses connections is no fault here. */
    synchronized void failed(@Nullable Throwable why) {
        long now = nanoClock.nanoTime();
        HttpClient before = client;
        if (before != null && !(why instanceof ConnectException) && now - replaceableAt >= 0) {
            client = maker.get();
            replaceableAt = now + REPLACED_AFTER_NANOS;
            shutDown(before);
        }
    }

    /** Ends the client, and what it has under way. */
    synchronized void close() {
        HttpClient open = client;
        client = null;
        if (open != null) {
            shutDown(open);
        }
    }

    private static void shutDown(HttpClient client) {
        SHUTDOWN_NOW.ifPresent(method -> {
            try {
                method.invoke(client);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
