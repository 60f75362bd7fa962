package org.uidgenerator.spring.boot.actuator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/**
 * The actuator endpoint {@code uidworkers}: who has or had which worker id, in this process and in others. Each request
 * reads all leases of a namespace from the store.
 */
@Endpoint(id = "uidworkers")
public final class UidWorkersEndpoint {
    private final InstantiatedBeans beans;

    UidWorkersEndpoint(InstantiatedBeans beans) {
        this.beans = beans;
    }

    /**
     * The worker ids of an assigner's namespace.
     *
     * @param store where the leases are
     * @param identity the store identity that the store holds, or null if it keeps none or does not answer
     * @param workers all worker ids ever taken, the lowest first; none if the store does not answer
     * @param failure why the store does not answer, or null if it does
     */
    public record Workers(
            String store,
            @Nullable String identity,
            List<WorkerLeaseStatus> workers,
            @Nullable String failure) {
        static Workers of(LeasedWorkerIds assigner) {
            try {
                return new Workers(
                        assigner.toString(),
                        assigner.identity().map(StoreIdentity::toString).orElse(null),
                        assigner.workers(),
                        null);
            } catch (UidGenerateException e) {
                return new Workers(assigner.toString(), null, List.of(), e.getMessage());
            }
        }
    }

    /**
     * Lists the worker ids of all assigners that lease and are in use.
     *
     * @return by the names of their beans what {@link #assigner} says
     */
    @ReadOperation
    public Map<String, Workers> assigners() {
        Map<String, Workers> listed = new LinkedHashMap<>();
        beans.of(LeasedWorkerIds.class).forEach((name, assigner) -> listed.put(name, Workers.of(assigner)));
        return listed;
    }

    /**
     * Lists the worker ids of an assigner.
     *
     * @param assigner the name of its bean
     * @return its store and who has what, or null if there is none of that name that leases
     */
    @ReadOperation
    public @Nullable Workers assigner(@Selector String assigner) {
        LeasedWorkerIds found = beans.of(LeasedWorkerIds.class).get(assigner);
        return found == null ? null : Workers.of(found);
    }
}
