package org.uidgenerator.segment;

import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.test.contract.SegmentStoreContract;

class InMemorySegmentStoreTest extends SegmentStoreContract {
    private final InMemorySegmentStore store = new InMemorySegmentStore();

    @Override
    protected SegmentStore newStore() {
        return store;
    }
}
