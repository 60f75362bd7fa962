package org.uidgenerator;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A write to a store that can say only some time later whether it stays, because a crash may still lose it. Nothing may
 * be built on it before {@link #confirm()} has returned. Many writes can be pending at the same time, so a store that
 * needs two seconds for each confirms a thousand of them in little more than two.
 *
 * <p>For one thread at the same time.
 *
 * @param <T> what was written, or what the store says of it
 */
public interface PendingWrite<T> {

    /**
     * {@return how long to wait from now on before {@link #confirm()} is called; zero or negative if there is nothing
     * to wait for}
     */
    Duration untilConfirmable();

    /**
     * Asks the store whether the write stays. May do I/O. May be called again after an exception.
     *
     * @return what was written, which is safe from now on
     * @throws RuntimeException of the kind that the store throws for a write: if it does not answer, or no longer has
     *     what was written
     */
    T confirm();

    /**
     * Returns a write that needs no confirmation.
     *
     * @param written what was written
     * @param <T> its type
     * @return a write that is confirmable at once
     */
    static <T> PendingWrite<T> confirmed(T written) {
        Objects.requireNonNull(written, "written");
        return of(() -> Duration.ZERO, () -> written);
    }

    /**
     * Returns a write of two functions, such as those of another write with something around them.
     *
     * @param untilConfirmable does what {@link #untilConfirmable()} does
     * @param confirm does what {@link #confirm()} does
     * @param <T> what was written
     * @return a write that calls them
     */
    static <T> PendingWrite<T> of(Supplier<Duration> untilConfirmable, Supplier<T> confirm) {
        Objects.requireNonNull(untilConfirmable, "untilConfirmable");
        Objects.requireNonNull(confirm, "confirm");
        return new PendingWrite<>() {
            @Override
            public Duration untilConfirmable() {
                return untilConfirmable.get();
            }

            @Override
            public T confirm() {
                return confirm.get();
            }
        };
    }
}
