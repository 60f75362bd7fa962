package org.uidgenerator.client;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.client.RefusedException.Reason;
import org.uidgenerator.internal.NanoClock;

/**
 * The servers of an id service, any of which may be asked. The application or registry that names them may name others
 * later; those that stay named keep what is known of them. For any thread.
 */
final class RangeServers {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    private static final long READ_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long READ_AFTER_A_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

    final String generator;
    final LastingHttpClient http;
    final Duration timeout;
    final @Nullable Supplier<String> token;
    final NanoClock nanoClock;
    final Random random;
    private final Supplier<List<URI>> names;
    private final IdentityRule identity;

    /** Held while the names are read. Guards the time. */
    private final ReentrantLock reading = new ReentrantLock();

    private long readAt;

    /** Whether a server has failed since the names were read, so that others may be wanted. */
    private volatile boolean failed;

    private volatile List<RangeServer> servers = List.of();

    /** Why they could not be named when they were wanted last, or null. */
    private volatile @Nullable RuntimeException failure;

    private volatile @Nullable RangeServer last;

    /** Makes the HTTP client, and reads who the servers are. */
    RangeServers(String generator, ServiceClientBuilder<?> options) {
        this.generator = generator;
        names = options.servers;
        timeout = options.timeout;
        token = options.token;
        nanoClock = options.nanoClock;
        random = options.random;
        identity = new IdentityRule(options.identity);
        http = new LastingHttpClient(options.httpClient, nanoClock);
        read();
    }

    /**
     * Asks the servers one after the other, until one has answered: those that are due and then, unless they have
     * failed just now, those that are left alone. Waits for each of them at most as long as an answer may take.
     *
     * @throws UidGenerateException if none has; its cause is what the last one that was asked said, to which what the
     *     others said is added as suppressed
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer ask(Question question) throws InterruptedException {
        List<IOException> failures = new ArrayList<>();
        for (RangeServer server : inOrder()) {
            if (server.isDueWithoutOthers()) {
                try {
                    RangeAnswer answer = question.of(server);
                    identity.require(server.uri, answer.identity());
                    server.succeeded(answer.ranges().size());
                    last = server;
                    return answer;
                } catch (IOException e) {
                    failed = true;
                    if (!RefusedException.isFor(Reason.TOO_FAR_AHEAD, e)) { // that is no fault of the server's
                        server.failed(e);
                    }
                    failures.add(failureOf(server, e));
                }
            }
        }
        throw none(failures);
    }

    /** Those that are due come first. */
    private List<RangeServer> inOrder() {
        List<RangeServer> inRandomOrder = new ArrayList<>(current());
        Collections.shuffle(inRandomOrder, random);
        Map<Boolean, List<RangeServer>> due =
                inRandomOrder.stream().collect(Collectors.partitioningBy(RangeServer::isDue));
        return Stream.of(true, false).map(due::get).flatMap(List::stream).toList();
    }

    /** Those that are left alone just now have said why before. */
    private UidGenerateException none(List<IOException> failures) {
        if (failures.isEmpty()) {
            for (RangeServer server : servers) {
                failures.add(failureOf(server, server.failure()));
            }
        }
        if (failures.isEmpty()) {
            RuntimeException why = failure;
            failures.add(new IOException("none can be named: " + why, why));
        }
        IOException last = failures.remove(failures.size() - 1);
        failures.forEach(last::addSuppressed);
        return new UidGenerateException("no server of the id service hands out a range: " + last.getMessage(), last);
    }

    private static IOException failureOf(RangeServer server, @Nullable Exception why) {
        return new IOException(server.uri + ": " + (why == null ? "no answer" : why.getMessage()), why);
    }

    /**
     * Asks for the first ranges as {@link #ask} does, and all servers meanwhile for their store identity if there are
     * several. A server that does not answer, or does not know of identities, is held to the identity when it hands out
     * ranges.
     *
     * @param patienceNanos how long servers are waited for that have not named an identity when the ranges are there
     * @throws UidGenerateException if no server has any ranges, or servers name several identities
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer askFirst(Question question, long patienceNanos) throws InterruptedException {
        List<RangeServer> all = current();
        Map<RangeServer, CompletableFuture<HttpResponse<String>>> named = new LinkedHashMap<>();
        if (all.size() > 1) {
            all.forEach(server -> named.put(server, server.askIdentity()));
        }
        try {
            RangeAnswer first = ask(question);
            long start = System.nanoTime();
            for (Map.Entry<RangeServer, CompletableFuture<HttpResponse<String>>> one : named.entrySet()) {
                requireIdentity(one.getKey(), one.getValue(), patienceNanos - (System.nanoTime() - start));
            }
            return first;
        } finally {
            named.values().forEach(answer -> answer.cancel(true));
        }
    }

    private void requireIdentity(RangeServer server, Future<HttpResponse<String>> answer, long nanos)
            throws InterruptedException {
        try {
            HttpResponse<String> response = answer.get(nanos, TimeUnit.NANOSECONDS);
            if (response.statusCode() == 200) {
                identity.require(server.uri, RangeServer.identityOf(response));
            }
        } catch (RefusedException e) {
            throw new UidGenerateException(
                    "the servers of an id service must have one store identity, or their UIDs may be equal: " + server
                            + ": " + e.getMessage(),
                    e);
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            // it is unavailable
        }
    }

    /** Returns the text of the store identity, or nothing if no server has named one. */
    Optional<String> identity() {
        return identity.identity();
    }

    /** Returns the server that has answered last, or nothing if none has. */
    Optional<ServerStatus> last() {
        return Optional.ofNullable(last).map(RangeServer::status);
    }

    /** What the servers do. */
    List<ServerStatus> status() {
        return servers.stream().map(RangeServer::status).toList();
    }

    /**
     * Returns those that are named now, as of five seconds ago at most; of one second if one of them has failed since.
     * While another thread asks, and if none can be named, these are those of the last time.
     */
    List<RangeServer> current() {
        if (reading.tryLock()) {
            try {
                long age = nanoClock.nanoTime() - readAt;
                if (age >= (failed ? READ_AFTER_A_FAILURE_NANOS : READ_AFTER_NANOS)) {
                    read();
                }
            } finally {
                reading.unlock();
            }
        }
        return servers;
    }

    private void read() {
        failed = false; // Order matters! After a failure meanwhile it is read again
        try {
            List<URI> named = List.copyOf(names.get());
            ServiceClientBuilder.requireServers(named);
            use(named);
            failure = null;
        } catch (RuntimeException e) {
            if (failure == null) {
                LOG.log(WARNING, generator + ": the servers stay " + servers + ", since none can be named: " + e, e);
            }
            failure = e;
            failed = true;
        }
        readAt = nanoClock.nanoTime();
    }

    private void use(List<URI> named) {
        List<RangeServer> before = servers;
        Map<URI, RangeServer> after = new LinkedHashMap<>();
        named.forEach(uri -> after.computeIfAbsent(
                uri,
                added -> before.stream()
                        .filter(server -> server.uri.equals(added))
                        .findFirst()
                        .orElseGet(() -> new RangeServer(added, this))));
        servers = List.copyOf(after.values());
        if (!before.isEmpty() && !servers.equals(before)) {
            LOG.log(INFO, "{0}: the servers of the id service are {1}", generator, servers);
        }
    }

    /** Ends the HTTP client, and calls that wait for a server. */
    void close() {
        http.close();
    }

    /** Returns where they are, as far as that is known. */
    @Override
    public String toString() {
        List<RangeServer> known = servers;
        return (known.isEmpty() ? names : known).toString();
    }

    /** A question to a server. */
    @FunctionalInterface
    interface Question {
        RangeAnswer of(RangeServer server) throws IOException, InterruptedException;
    }
}
