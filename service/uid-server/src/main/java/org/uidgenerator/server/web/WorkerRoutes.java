package org.uidgenerator.server.web;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.server.access.Scope;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Shows who has which worker id. Each request reads all leases from the store. */
@Component
final class WorkerRoutes implements Route.Group {
    private final ManagedUidGenerator generator;
    private final ObjectProvider<LeasedWorkerIds> leases;

    WorkerRoutes(ManagedUidGenerator generator, ObjectProvider<LeasedWorkerIds> leases) {
        this.generator = generator;
        this.leases = leases;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.json("/api/workers", Scope.OPERATIONS, request -> workers()));
    }

    /** Without a store if worker ids are not leased; with a failure in place of the workers if it does not answer. */
    private JsonObject workers() {
        UidGeneratorStatus status = generator.status();
        JsonObject answer = new JsonObject().with("self", view(status));
        LeasedWorkerIds store = leases.getIfAvailable();
        if (store == null) {
            return answer.with("workers", List.of());
        }
        answer.text("store", store);
        try {
            return answer.with(
                    "workers",
                    store.workers().stream()
                            .map(lease -> view(lease, status.workerIds().contains(lease.workerId())))
                            .toList());
        } catch (UidGenerateException e) {
            return answer.with("workers", List.of()).message("failure", e);
        }
    }

    private static JsonObject view(UidGeneratorStatus status) {
        JsonObject view = new JsonObject().text("workerId", status.workerId());
        status.term().ifPresent(term -> view.text("term", term));
        return view.text("reservedUntil", status.reservedUntil())
                .text("clockSkew", status.clockSkew())
                .text("borrowed", status.borrowed())
                .text("issued", status.issued())
                .text("available", status.available())
                .message("failure", status.failure())
                .message("storeFailure", status.storeFailure());
    }

    private static JsonObject view(WorkerLeaseStatus lease, boolean self) {
        return new JsonObject()
                .text("workerId", lease.workerId())
                .with("holder", lease.holder())
                .text("state", lease.state())
                .text("term", lease.term())
                .text("reservedUntil", lease.reservedUntil())
                .text("ahead", lease.ahead())
                .text("acquired", lease.acquired())
                .text("modified", lease.modified())
                .with("self", self);
    }
}
