package org.uidgenerator.generator;

import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.UidGeneratorContract;
import org.uidgenerator.worker.WorkerIdAssigner;

class CachedUidGeneratorContractTest implements UidGeneratorContract {
    @Override
    public UidGenerator newGenerator(UidLayout layout, WorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .name("the-generator")
                .layout(layout)
                .build();
    }
}
