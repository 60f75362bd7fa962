package org.uidgenerator.server.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Shows who has which worker id. Each request reads all leases from the store. */
@RestController
final class WorkerResources {
    private final ManagedUidGenerator generator;
    private final ObjectProvider<LeasedWorkerIds> leases;

    WorkerResources(ManagedUidGenerator generator, ObjectProvider<LeasedWorkerIds> leases) {
        this.generator = generator;
        this.leases = leases;
    }

    /**
     * The worker ids.
     *
     * @param self this server's generator
     * @param store where the leases are; null if worker ids are not leased
     * @param workers all worker ids ever leased, the lowest first
     * @param failure why the store does not answer, if it does not
     */
    record Workers(
            GeneratorView self,
            @Nullable String store,
            List<WorkerView> workers,
            @Nullable String failure) {}

    @GetMapping(path = "/api/workers", produces = MediaType.APPLICATION_JSON_VALUE)
    Workers workers() {
        UidGeneratorStatus status = generator.status();
        GeneratorView self = GeneratorView.of(status);
        LeasedWorkerIds store = leases.getIfAvailable();
        if (store == null) {
            return new Workers(self, null, List.of(), null);
        }
        try {
            List<WorkerView> workers = store.workers().stream()
                    .map(lease -> WorkerView.of(lease, status.workerIds().contains(lease.workerId())))
                    .toList();
            return new Workers(self, store.toString(), workers, null);
        } catch (UidGenerateException e) {
            return new Workers(self, store.toString(), List.of(), e.getMessage());
        }
    }
}
