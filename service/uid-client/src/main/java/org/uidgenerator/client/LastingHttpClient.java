package org.uidgenerator.client;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.internal.NanoClock;

/**
 * An HTTP client that outlives its thread. The client of the JDK has one thread, which ends when the heap is full, and
 * from then on refuses all requests. Another one takes its place after a failure, at most twice a minute, and what is
 * under way ends as it would have without it. For any thread.
 */
final class LastingHttpClient {
    /** A million UIDs in ranges of three. */
    static final int MOST_BYTES = 16 << 20;

    private static final long REPLACED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Ends threads and connections at once, from JDK 21 on. Before that, they end with the collection of a client. */
    private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow");

    /** Ends them after the last request under way. */
    private static final @Nullable MethodHandle SHUTDOWN = find("shutdown");

    private final Supplier<HttpClient> maker;
    private final NanoClock nanoClock;
    private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HttpClient client; // null once it is closed
    private long replaceableAt;

    LastingHttpClient(Supplier<HttpClient> maker, NanoClock nanoClock) {
        this.maker = () -> withoutRedirects(maker.get());
        this.nanoClock = nanoClock;
        client = this.maker.get();
        replaceableAt = nanoClock.nanoTime();
    }

    /** A redirect would take the token to a server that the application has not named. */
    private static HttpClient withoutRedirects(@Nullable HttpClient made) {
        HttpClient client = Objects.requireNonNull(made, "httpClient");
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            shutDown(client, SHUTDOWN_NOW);
            throw new OptionException("httpClient", client.followRedirects(), "must follow no redirects");
        }
        return client;
    }

    /** Sends a request. Throws nothing. Why it cannot be sent is in the answer, too. */
    synchronized CompletableFuture<HttpResponse<String>> send(HttpRequest request) {
        HttpClient open = client;
        if (open == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("the client is closed"));
        }
        try {
            CompletableFuture<HttpResponse<String>> answer = open.sendAsync(request, head -> new BoundedText());
            underWay.add(answer);
            CompletableFuture<?> unused =
                    answer.whenComplete((response, failure) -> underWay.removeIf(CompletableFuture::isDone));
            return answer;
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
            shutDown(before, SHUTDOWN);
        }
    }

    /** Ends the client, and cancels what it has under way. */
    synchronized void close() {
        HttpClient open = client;
        client = null;
        underWay.forEach(answer -> answer.cancel(true));
        if (open != null) {
            shutDown(open, SHUTDOWN_NOW);
        }
    }

    /** Returns whether it was closed. Then requests fail for that reason. */
    boolean isClosed() {
        return client == null;
    }

    private static @Nullable MethodHandle find(String shutdown) {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(HttpClient.class, shutdown, MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new LinkageError("HttpClient." + shutdown + " is not accessible", e);
        }
    }

    private static void shutDown(HttpClient client, @Nullable MethodHandle shutdown) {
        try {
            if (shutdown != null) {
                shutdown.invokeExact(client);
            }
        } catch (Throwable e) {
            throw new LinkageError("shutting down an HttpClient failed", e);
        }
    }

    /** The body of an answer as text, unless it is longer than any of an id service. Memory is the caller's. */
    private static final class BoundedText implements BodySubscriber<String> {
        private final BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
        private @Nullable Subscription subscription;
        private long left = MOST_BYTES;

        @Override
        public CompletionStage<String> getBody() {
            return text.getBody();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.subscription = subscription;
            text.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> bytes) {
            left -= bytes.stream().mapToLong(ByteBuffer::remaining).sum();
            if (left >= 0) {
                text.onNext(bytes);
            } else if (subscription != null) {
                subscription.cancel();
                text.onError(new IOException("its answer has more than " + MOST_BYTES + " bytes"));
            }
        }

        @Override
        public void onError(Throwable failure) {
            text.onError(failure);
        }

        @Override
        public void onComplete() {
            text.onComplete();
        }
    }
}
