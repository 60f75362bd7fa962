package org.uidgenerator.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.RetryingThread.Work;

/**
 * Work that is tried again with back-off when it fails. An outage is reported when it begins and when it is over. For
 * the thread that does the work; {@link #failure()} is for anyone.
 */
final class RetriedWork {
    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Work work;
    private final long longestBackoffNanos;
    private volatile @Nullable Throwable failure;
    private int failures;

    RetriedWork(Work work, Duration longestBackoff) {
        this.work = work;
        longestBackoffNanos = TimeUnit.NANOSECONDS.convert(longestBackoff);
    }

    /** Does the work, whatever it throws. Returns the nanoseconds until it is due again, or is tried again. */
    long run() {
        try {
            long nanos = work.run();
            if (failure != null) {
                recovered();
            }
            return nanos;
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private void recovered() {
        int failures = this.failures;
        failure = null;
        this.failures = 0;
        work.recovered(failures);
    }

    private long failed(Throwable e) {
        boolean outageBegins = failure == null;
        failure = e; // Order matters! Before it is reported, which may fail as well where memory is short
        long backoff = Math.min(FIRST_BACKOFF_NANOS << Math.min(failures++, 10), longestBackoffNanos);
        if (outageBegins) {
            report(e);
        }
        return backoff;
    }

    private void report(Throwable e) {
        try {
            work.failing(e);
        } catch (Throwable unreported) {
            failure = e; // whoever asks is told
        }
    }

    /** Notes why the work cannot even be begun. */
    void cannotRun(Throwable e) {
        failure = e;
    }

    /** Why it failed last, or null if it succeeded. */
    @Nullable
    Throwable failure() {
        return failure;
    }
}
