package org.uidgenerator.generator;

import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.UidGeneratorContract;
import org.uidgenerator.worker.WorkerIdAssigner;

class CachedUidGeneratorContractTest implements UidGeneratorContract {
    @Override
    public ManagedUidGenerator newGenerator(UidLayout layout, WorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .name("the-generator")
                .layout(layout)
                .build();
    }
}
