package org.uidgenerator.generator;

import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.UidGeneratorContract;
import org.uidgenerator.worker.WorkerIdAssigner;

class DefaultUidGeneratorContractTest implements UidGeneratorContract {
    @Override
    public ManagedUidGenerator newGenerator(UidLayout layout, WorkerIdAssigner assigner) {
        return DefaultUidGenerator.builder(assigner)
                .name("the-generator")
                .layout(layout)
                .build();
    }
}
