package org.uidgenerator.contract;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.uidgenerator.test.internal.DisturbedLeaseStore;

/**
 * Surroundings in which what is closed waits for a store of leases.
 *
 * @param <T> what is closed
 */
public abstract class LeaseStoreScene<T> implements ClosingContract.OfThreads.Threaded<T> {
    protected final InMemoryLeaseStore rows;
    protected final DisturbedLeaseStore store;

    /** What a thread of what is closed does once. */
    protected final AtomicReference<Runnable> task = new AtomicReference<>(() -> {});

    /** Makes a store with a namespace. */
    protected LeaseStoreScene(String namespace) {
        rows = new InMemoryLeaseStore(namespace, InstantSource.system());
        store = new DisturbedLeaseStore(rows, InstantSource.system());
    }

    /** To be called where such a thread comes by. */
    protected final void runTask() {
        task.getAndSet(() -> {}).run();
    }

    @Override
    public void refuse() {
        store.setAway(true);
    }

    @Override
    public void hang() {
        store.hold();
    }

    @Override
    public boolean isAsked() {
        return store.hasArrived();
    }

    @Override
    public void answer() {
        store.letGo();
    }

    @Override
    public void close() {
        store.letGo();
    }
}
