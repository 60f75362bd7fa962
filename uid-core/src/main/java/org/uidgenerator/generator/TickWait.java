package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;

/**
 * Waits until the store of a worker lease has reserved a tick: up to five seconds, or until the store fails.
 *
 * @param leases returns what asks the store
 */
record TickWait(Supplier<LeasedTicks> leases, NanoClock nanoClock) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * Waits, and keeps the interrupt flag.
     *
     * @param reserved tries to reserve the tick, each time anew, and returns whether it is reserved
     * @param refusal makes the exception of why it is not, and of the cause
     */
    void until(BooleanSupplier reserved, BiFunction<String, Throwable, UidGenerateException> refusal) {
        long start = nanoClock.nanoTime();
        try {
            while (!reserved.getAsBoolean()) {
                requireAnswer(nanoClock.nanoTime() - start, refusal);
                nanoClock.park(LOOK_AGAIN_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusal.apply("it was interrupted while it waited for the store", e);
        }
    }

    private void requireAnswer(long waitedNanos, BiFunction<String, Throwable, UidGenerateException> refusal) {
        LeasedTicks leases = leases().get();
        Throwable failure = leases.failure();
        if (failure == null && waitedNanos >= LONGEST_WAIT.toNanos()) {
            failure = new TimeoutException("no answer within " + LONGEST_WAIT);
        }
        if (failure != null) {
            throw refusal.apply(Objects.requireNonNullElse(leases.describeTrouble(), "no answer yet"), failure);
        }
    }
}
