package org.uidgenerator.client;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.client.RefusedException.Reason;

/**
 * One server of an id service: asks it for ranges, and leaves it alone for a while after it has failed. For any thread.
 */
final class RangeServer {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_BACKOFF_WITHOUT_OTHERS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);
    private static final String IDENTITY = "Uid-Store-Identity";
    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    /** The address with which its paths begin. */
    final URI uri;

    private final RangeServers all;
    private int failures;
    private long askAgainAt;
    private long askWithoutOthersAt;
    private final LongAdder ranges = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile @Nullable Long answeredAt;
    private volatile @Nullable Exception failure;

    RangeServer(URI uri, RangeServers all) {
        this.uri = uri;
        this.all = all;
    }

    /** Returns whether it may be asked now. */
    synchronized boolean isDue() {
        return failures == 0 || all.nanoClock.nanoTime() - askAgainAt >= 0;
    }

    /** Returns whether it may be asked now if no other server has answered, because it may be back before it is due. */
    synchronized boolean isDueWithoutOthers() {
        return failures == 0 || all.nanoClock.nanoTime() - askWithoutOthersAt >= 0;
    }

    /**
     * Asks for ranges.
     *
     * @param reader reads the answer, and refuses with an {@link IllegalArgumentException} what is none
     * @throws RefusedException if it answers that there are none
     * @throws IOException if it does not answer in time, or not with ranges, or there is no token to ask it with
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer ask(String pathAndQuery, BiFunction<@Nullable String, String, RangeAnswer> reader)
            throws IOException, InterruptedException {
        HttpResponse<String> response = send(request(pathAndQuery, "text/plain"));
        if (response.statusCode() != 200) {
            throw refusal(response);
        }
        try {
            return reader.apply(identityOf(response), response.body());
        } catch (IllegalArgumentException e) {
            throw new IOException("it answers with what are no ranges: " + e.getMessage(), e);
        }
    }

    /** Asks for the store identity, without waiting for the answer. */
    CompletableFuture<HttpResponse<String>> askIdentity() {
        try {
            return all.http.send(request("/api/identity", "application/json"));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns the text of the store identity that an answer names, or null if it names none. */
    static @Nullable String identityOf(HttpResponse<?> response) {
        return response.headers().firstValue(IDENTITY).orElse(null);
    }

    private HttpRequest request(String pathAndQuery, String type) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(uri + pathAndQuery)).header("Accept", type);
        if (all.token != null) {
            request.header("Authorization", "Bearer " + textOf(all.token));
        }
        return request.build();
    }

    /** Refuses what cannot be sent, such as the line end of a file. No message shows a token. */
    private static String textOf(Supplier<String> token) throws IOException {
        String text;
        try {
            text = Objects.requireNonNull(token.get(), "token");
        } catch (RuntimeException e) {
            throw new IOException("there is no token for it: " + e, e);
        }
        if (!TOKEN.matcher(text).matches()) {
            throw new IOException("the token for it must be visible ASCII characters: length=" + text.length());
        }
        return text;
    }

    /** Bounds all of it, because the timeout of a request would not bound the time that the body takes. */
    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer = all.http.send(request);
        try {
            return answer.get(all.timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException e) {
            if (all.http.isClosed()) {
                throw new IOException("the client is closed", e);
            }
            Throwable cause = e.getCause();
            all.http.failed(cause);
            throw new IOException("it does not answer: " + RangeAnswer.quote(String.valueOf(cause)), cause);
        } catch (TimeoutException e) {
            throw new IOException("it has not answered within " + all.timeout, e);
        } finally {
            answer.cancel(true);
        }
    }

    private static RefusedException refusal(HttpResponse<String> response) {
        int status = response.statusCode();
        Reason reason = switch (status) {
            case 401, 403 -> Reason.FORBIDDEN;
            case 404 -> Reason.UNKNOWN;
            case 410 -> Reason.ENDED;
            case 422 -> Reason.TOO_FAR_AHEAD;
            case 429, 503 -> Reason.BUSY;
            default -> Reason.OTHER;
        };
        return new RefusedException(
                String.format(Locale.ROOT, "it answers with status %d: %s", status, RangeAnswer.quote(response.body())),
                reason,
                retryAfter(response));
    }

    /** What is no number of seconds counts as not said. */
    private static Duration retryAfter(HttpResponse<String> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return seconds.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(seconds)) : Duration.ZERO;
    }

    /** Records that it has answered with so many ranges. */
    synchronized void succeeded(int ranges) {
        this.ranges.add(ranges);
        answeredAt = all.nanoClock.nanoTime();
        if (failure != null) {
            LOG.log(
                    INFO,
                    "{0}: {1} hands out ranges again after {2} failures",
                    all.generator,
                    uri,
                    Integer.toString(failures));
        }
        failures = 0;
        failure = null;
    }

    /** Records that it has not, and leaves it alone for longer each time, unless it is the client that has ended. */
    synchronized void failed(Exception why) {
        if (all.http.isClosed()) {
            return;
        }
        Exception before = failure;
        failure = why;
        failed.increment();
        long backoff = FIRST_BACKOFF_NANOS << Math.min(failures++, 10);
        double part = 0.5 + all.random.nextDouble() / 2;
        long asked = askedFor(why);
        long now = all.nanoClock.nanoTime();
        askAgainAt = now + Math.max((long) (part * Math.min(backoff, LONGEST_BACKOFF_NANOS)), asked);
        askWithoutOthersAt =
                now + Math.max((long) (part * Math.min(backoff, LONGEST_BACKOFF_WITHOUT_OTHERS_NANOS)), asked);
        if (RefusedException.isFor(Reason.OTHER_IDENTITY, why)) {
            if (!RefusedException.isFor(Reason.OTHER_IDENTITY, before)) {
                LOG.log(ERROR, all.generator + ": nothing of " + uri + " is used: " + why.getMessage());
            }
        } else if (before == null) {
            LOG.log(WARNING, all.generator + ": " + uri + " hands out no ranges: " + why.getMessage());
            LOG.log(DEBUG, all.generator + ": " + uri + " hands out no ranges", why);
        }
    }

    private static long askedFor(Exception why) {
        if (!(why instanceof RefusedException refused)) {
            return 0;
        }
        Duration asked = refused.reason == Reason.FORBIDDEN ? LONGEST_RETRY_AFTER : refused.retryAfter;
        return (asked.compareTo(LONGEST_RETRY_AFTER) < 0 ? asked : LONGEST_RETRY_AFTER).toNanos();
    }

    /** Why it handed out none when it was asked last, or null. From any thread. */
    @Nullable
    Exception failure() {
        return failure;
    }

    /** What it does. From any thread. */
    ServerStatus status() {
        Long answeredAt = this.answeredAt;
        Optional<Duration> age =
                Optional.ofNullable(answeredAt).map(then -> Duration.ofNanos(all.nanoClock.nanoTime() - then));
        return new Snapshot(uri, ranges.sum(), failed.sum(), age, failure);
    }

    /** Returns where it is. */
    @Override
    public String toString() {
        return uri.toString();
    }

    private record Snapshot(
            URI uri,
            long ranges,
            long failures,
            Optional<Duration> age,
            @Nullable Throwable failure) implements ServerStatus {}
}
