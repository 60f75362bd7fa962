package org.uidgenerator.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;

/**
 * A generator and a counter as a process of its own has them: with a client, a holder and worker ids of its own. Two
 * threads take UIDs and numbers, try again when a call or the start fails, and record all. An {@link IssuingProcess}
 * takes a second of processor time to start, which is too much for hundreds of them.
 */
final class Issuer implements AutoCloseable {
    static final String TAG = "orders";

    private static final int BATCH = 4096;
    private static final int STEP = 20_000;
    private static final int WORKER_IDS = 8;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final int number;
    private final IssuerSettings settings;
    private final StoreClient client;
    private final Taker uids;
    private final Optional<Taker> numbers;
    private volatile @Nullable LeasedWorkerIds assigner;
    private volatile boolean ending;

    /**
     * Starts the threads.
     *
     * @param number tells it from the others of the cell
     * @param settings what it wants
     * @param files where it records, a path without the ending
     */
    Issuer(int number, IssuerSettings settings, Path files) {
        this.number = number;
        this.settings = settings;
        client = settings.store().connect(settings.address());
        uids = new Taker(Path.of(files + "-uids"), this::openGenerator);
        numbers = settings.store().tags().isEmpty()
                ? Optional.empty()
                : Optional.of(new Taker(Path.of(files + "-numbers"), this::openCounter));
        uids.thread.start();
        numbers.ifPresent(taker -> taker.thread.start());
    }

    StoreClient client() {
        return client;
    }

    String holder() {
        return settings.holder();
    }

    Taker uids() {
        return uids;
    }

    Optional<Taker> numbers() {
        return numbers;
    }

    /** Waits until it issues UIDs and numbers. */
    void awaitIssuing() {
        long now = System.nanoTime();
        for (Taker taker : takers()) {
            if (!taker.issuesSince(now)) {
                throw new AssertionError(holder() + " does not start: " + taker.failures);
            }
        }
    }

    List<Taker> takers() {
        return numbers.map(taker -> List.of(uids, taker)).orElse(List.of(uids));
    }

    private LeasedWorkerIds newAssigner() {
        LeasedWorkerIdsBuilder builder = LeasedWorkerIds.builder(settings.wrapped(client.leases()))
                .holder(settings.holder())
                .workerIds(0, WORKER_IDS - 1)
                .reservation(settings.reservation())
                .closeTimeout(Duration.ofSeconds(2));
        settings.leaseIdentity().ifPresent(builder::expectedIdentity);
        return builder.build();
    }

    private Source openGenerator() {
        if (client instanceof ServiceClient service) {
            RemoteUidGenerator generator =
                    service.generator(settings.layout(), settings.longestWait(), settings.leaseIdentity());
            return new Source(generator::getUIDs, generator::close);
        }
        return openOnWorkerIds();
    }

    /** Makes the assigner only once, however often the start fails. */
    private Source openOnWorkerIds() {
        LeasedWorkerIds made = assigner == null ? newAssigner() : assigner;
        assigner = made;
        CachedUidGenerator generator = CachedUidGenerator.builder(made)
                .layout(settings.layout())
                .boostPower(2)
                .maxBorrow(StoreIdentity.MAX_BORROW)
                .maxStaleness(Duration.ofMinutes(10))
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(settings.longestWait()))
                .build();
        return new Source(generator::getUIDs, generator::close);
    }

    private Source openCounter() {
        SegmentIdGenerator counters = client.counting(settings.counterIdentity())
                .minStep(STEP)
                .maxStep(STEP)
                .maxWait(settings.longestWait())
                .build();
        return new Source(
                batch -> {
                    Until.passed(PAUSE);
                    counters.tag(TAG).getUIDs(batch);
                },
                counters::close);
    }

    /** Gives worker id and ranges back, as far as the store lets it. */
    @Override
    public void close() {
        if (ending) {
            return;
        }
        ending = true;
        try {
            for (Taker taker : takers()) {
                Patience.join(taker.thread);
            }
            if (assigner != null) {
                assigner.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        client.close();
    }

    /** Fills a batch. */
    private interface Take {
        void fill(long[] batch);
    }

    /** Something to take from, and how to close it. */
    private record Source(Take take, Runnable closing) {}

    /**
     * A call or start that failed.
     *
     * @param nanos when it began
     * @param message of the exception and of all its causes
     */
    record Failure(long nanos, String message) {
        static Failure of(long nanos, Throwable failure) {
            StringBuilder text = new StringBuilder();
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                text.append(text.length() == 0 ? "" : ", because ").append(cause.getMessage());
            }
            return new Failure(nanos, text.toString());
        }
    }

    /** A thread that takes UIDs or numbers. */
    final class Taker {
        private final Path file;
        private final Supplier<Source> opening;
        private final Thread thread;
        private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
        private volatile long latestNanos = Long.MIN_VALUE;
        private volatile @Nullable Throwable broken;

        private Taker(Path file, Supplier<Source> opening) {
            this.file = file;
            this.opening = opening;
            thread = new Thread(this::issue, file.getFileName().toString());
            thread.setDaemon(true);
        }

        private void issue() {
            long[] batch = new long[BATCH];
            Source source = null;
            try (IssuedFile issued = new IssuedFile(file, BATCH)) {
                while (!ending) {
                    long begun = System.nanoTime();
                    try {
                        source = source == null ? opening.get() : source;
                        source.take().fill(batch);
                    } catch (UidGenerateException | StoreException e) {
                        failures.add(Failure.of(begun, e));
                        Until.passed(PAUSE);
                        continue;
                    }
                    issued.append(batch);
                    latestNanos = begun;
                }
            } catch (Throwable e) { // no other exceptions are documented
                broken = e;
            } finally {
                if (source != null) {
                    source.closing().run();
                }
            }
        }

        /** Waits until a call that began after a moment was successful. Returns whether one was. */
        boolean issuesSince(long nanos) {
            return Until.holds(Patience.LONGEST, () -> hasIssuedSince(nanos) || broken != null)
                    && hasIssuedSince(nanos);
        }

        boolean hasIssuedSince(long nanos) {
            long latest = latestNanos;
            return latest != Long.MIN_VALUE && latest - nanos >= 0;
        }

        /** Waits for a failure with a text that began after a moment. Returns whether there is one. */
        boolean failsSince(long nanos, String text) {
            return Until.holds(Patience.LONGEST, () -> hasFailedSince(nanos, text) || broken != null)
                    && hasFailedSince(nanos, text);
        }

        boolean hasFailedSince(long nanos, String text) {
            return failures.stream()
                    .anyMatch(failure ->
                            failure.nanos() - nanos >= 0 && failure.message().contains(text));
        }

        /** Returns the messages of calls and starts that failed after a moment, each once. */
        List<String> failuresSince(long nanos) {
            return failures.stream()
                    .filter(failure -> failure.nanos() - nanos >= 0)
                    .map(Failure::message)
                    .distinct()
                    .toList();
        }

        /** Returns the undocumented exception that has ended the thread. */
        Optional<Throwable> broken() {
            return Optional.ofNullable(broken);
        }

        List<Issued> issued() {
            try {
                return Files.exists(file) ? IssuedFile.read(file, number) : List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The layout of the second application. */
    static UidLayout otherLayout() {
        return StoreIdentity.LAYOUT.toBuilder().workerBits(11).seqBits(14).build();
    }
}
