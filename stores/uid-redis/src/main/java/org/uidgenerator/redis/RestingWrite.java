package org.uidgenerator.redis;

import java.time.Duration;
import java.util.function.Consumer;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;

/**
 * A write that a crash may lose within the next two seconds. It counts if the socket on which it was sent is still open
 * then, and the server still has it: the socket ends with the process of the server, so that has not crashed, and its
 * disk has had the time. Any number of writes rest at the same time, and occupy no thread.
 *
 * @param <T> what was written
 */
final class RestingWrite<T> implements PendingWrite<T> {
    private final Durability.Rest rest;
    private final Link link;
    private final T written;
    private final Consumer<Link> requireStillThere;
    private final long start;

    RestingWrite(Durability.Rest rest, Link link, T written, Consumer<Link> requireStillThere) {
        this.rest = rest;
        this.link = link;
        this.written = written;
        this.requireStillThere = requireStillThere;
        start = rest.nanoTime();
    }

    @Override
    public Duration untilConfirmable() {
        return Durability.GRACE.minusNanos(rest.nanoTime() - start);
    }

    /** Rests for what is left of the two seconds, if anything is. */
    @Override
    public T confirm() {
        Duration left = untilConfirmable();
        if (left.compareTo(Duration.ZERO) > 0) {
            rest(left);
        }
        return link.call(same -> {
            requireStillThere.accept(same);
            return written;
        });
    }

    private void rest(Duration time) {
        try {
            rest.rest(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted before the write was on disk", e);
        }
    }
}
