package org.uidgenerator.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIf;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.testing.EtcdServer;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What a store of leases promises, kept by an etcd server. */
@EnabledIf("org.uidgenerator.testing.EtcdServer#isInstalled")
class EtcdLeaseStoreTest extends WorkerLeaseStoreContract {
    @Override
    protected int rowsReadAtOnce() {
        return EtcdLeaseStore.PAGE;
    }

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return EtcdLeaseStore.builder(List.of(URI.create(EtcdServer.shared().url())))
                .namespace(namespace)
                .timeout(Duration.ofMinutes(1)) // on a machine that does much else
                .build();
    }
}
