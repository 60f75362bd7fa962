package org.uidgenerator.worker.lease;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

class InMemoryLeaseStoreTest extends WorkerLeaseStoreContract {
    private final Map<String, WorkerLeaseStore> stores = new ConcurrentHashMap<>();

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return stores.computeIfAbsent(namespace, name -> new InMemoryLeaseStore(name, InstantSource.system()));
    }
}
