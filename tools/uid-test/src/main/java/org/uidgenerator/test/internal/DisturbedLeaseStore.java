package org.uidgenerator.test.internal;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.uidgenerator.StoreException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A store as a process sees it that is cut off from it, hears no answer or is held up, and whose time a test sets. */
public final class DisturbedLeaseStore extends DelegatingLeaseStore {
    /** The fate of a write. */
    public enum Write {
        DONE,
        DONE_WITHOUT_ANSWER,
        NOT_DONE_WITHOUT_ANSWER,

        /** It arrives when {@link DisturbedLeaseStore#deliver} is called. */
        LATE,

        /** It is refused, because another client is just writing the same row. */
        CONFLICT
    }

    private final InstantSource clock;
    private final Queue<Write> next = new ConcurrentLinkedQueue<>();
    private final Queue<BooleanSupplier> late = new ConcurrentLinkedQueue<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private volatile Supplier<Write> outcomes = () -> Write.DONE;
    private volatile boolean holding;
    private volatile boolean away;
    private volatile boolean awayAfterNext;

    public DisturbedLeaseStore(WorkerLeaseStore store, InstantSource clock) {
        super(store);
        this.clock = clock;
    }

    /** Sets the outcomes of the next writes, one after the other. */
    public void next(Write... next) {
        this.next.addAll(List.of(next));
    }

    /** Sets where the outcomes of writes come from after those of {@link #next}. */
    public void from(Supplier<Write> outcomes) {
        this.outcomes = outcomes;
    }

    /** Cuts the process off, or connects it again. */
    public void setAway(boolean away) {
        this.away = away;
    }

    /** Cuts the process off as soon as the next write has arrived. */
    public void awayAfterNext() {
        awayAfterNext = true;
    }

    /** Returns whether there are late writes that were not delivered. */
    public boolean isToDeliver() {
        return !late.isEmpty();
    }

    /** Delivers the late writes. Returns whether any of them was done. */
    public boolean deliver() {
        boolean done = false;
        for (BooleanSupplier write = late.poll(); write != null; write = late.poll()) {
            done |= write.getAsBoolean();
        }
        return done;
    }

    /** Holds the next write until {@link #letGo}. */
    public void hold() {
        holding = true;
    }

    public void awaitArrival() throws InterruptedException {
        arrived.await();
    }

    /** Returns whether a write was held. */
    public boolean hasArrived() {
        return arrived.getCount() == 0;
    }

    public void letGo() {
        holding = false;
        letGo.countDown();
    }

    private void requireThere() {
        if (away) {
            throw new StoreException("the store is unavailable", null);
        }
    }

    private boolean write(BooleanSupplier write) {
        requireThere();
        if (holding) {
            arrived.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreException("interrupted", e);
            }
        }
        away = awayAfterNext;
        awayAfterNext = false;
        Write told = next.poll();
        return switch (told == null ? outcomes.get() : told) {
            case DONE -> write.getAsBoolean();
            case CONFLICT -> false;
            case DONE_WITHOUT_ANSWER -> {
                boolean done = write.getAsBoolean();
                throw new StoreException("no answer after the " + (done ? "write" : "refusal"), null);
            }
            case NOT_DONE_WITHOUT_ANSWER -> throw new StoreException("no answer before the write", null);
            case LATE -> {
                late.add(write);
                throw new StoreException("no answer yet", null);
            }
        };
    }

    @Override
    protected WorkerLeaseStore read() {
        requireThere();
        return super.read();
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(() -> super.insert(row));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return write(() -> super.update(expected, row));
    }

    @Override
    public void delete(LeaseRow row) {
        write(() -> {
            super.delete(row);
            return true;
        });
    }

    @Override
    public Instant now() {
        requireThere();
        return clock.instant();
    }
}
