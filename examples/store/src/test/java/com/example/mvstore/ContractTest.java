package com.example.mvstore;

import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

class ContractTest {
    private static final MVStore STORE = new MVStore.Builder().open();

    @AfterAll
    static void close() {
        STORE.close();
    }

    @Nested
    class Leases extends WorkerLeaseStoreContract {
        @Override
        protected WorkerLeaseStore newStore(String namespace) {
            return new MvLeaseStore(STORE, "leases", namespace);
        }
    }

    @Nested
    class Counters extends SegmentStoreContract {
        @Override
        protected SegmentStore newStore() {
            return new MvSegmentStore(STORE, UnknownTags.REFUSE);
        }
    }
}
