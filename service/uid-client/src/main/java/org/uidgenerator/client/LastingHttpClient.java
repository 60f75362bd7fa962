package org.uidgenerator.client;

import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;

/**
 * An HTTP client that outlives its thread. The client of the JDK has one thread, which ends where the heap is full, and
 * from then on refuses all requests. Another one takes its place after a failure, at most twice a minute, because the
 * one before keeps its connections until it is collected. For one thread at the same time.
 */
final class LastingHttpClient {
    private static final long REPLACED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final NanoClock nanoClock;
    private HttpClient client = HttpClient.newHttpClient();
    private long replaceableAt;

    LastingHttpClient(NanoClock nanoClock) {
        this.nanoClock = nanoClock;
        replaceableAt = nanoClock.nanoTime();
    }

    /** Sends a request. Throws nothing: why it cannot be sent is in the answer, too. */
    <T> CompletableFuture<HttpResponse<T>> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.sendAsync(request, handler);
        } catch (RuntimeException e) { // a client without a thread rejects what it is to execute
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Learns why a request could not be sent or had no answer. A server that refuses connections is no fault here. */
    void failed(@Nullable Throwable why) {
        long now = nanoClock.nanoTime();
        if (!(why instanceof ConnectException) && now - replaceableAt >= 0) {
            client = HttpClient.newHttpClient();
            replaceableAt = now + REPLACED_AFTER_NANOS;
        }
    }
}
