package org.uidgenerator.spring.boot;

import org.apache.curator.framework.CuratorFramework;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;

/** Makes assigners on ZooKeeper; a class of its own, since uid-zookeeper and Curator may be absent. */
final class ZooKeeperAssigners {
    private final WorkerSettings settings;
    private final StoreBeans stores;

    ZooKeeperAssigners(WorkerSettings settings, StoreBeans stores) {
        this.settings = settings;
        this.stores = stores;
    }

    LeasedWorkerIds zookeeper(String generator) {
        settings.requireNoTable(generator, Assigner.ZOOKEEPER);
        CuratorFramework client =
                (CuratorFramework) stores.take(StoreKind.ZOOKEEPER, WorkerIdAssigners.nameFor(generator));
        String namespace = settings.of(generator).namespace();
        return settings.leasedFrom(ZooKeeperLeaseStore.on(client, namespace), generator);
    }
}
