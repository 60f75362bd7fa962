package org.uidgenerator.crash;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The settings of an {@link Issuer}.
 *
 * @param store the kind of store
 * @param address where it is
 * @param holder the name of the process
 * @param layout the layout of its UIDs
 * @param reservation how far ahead it reserves ticks
 * @param longestWait how long a call waits
 * @param leaseIdentity the store identity of worker ids that it expects
 * @param counterIdentity the store identity of counters that it expects
 * @param wrapping what stands between it and the store of worker ids
 */
record IssuerSettings(
        CrashStore store,
        String address,
        String holder,
        UidLayout layout,
        Duration reservation,
        Duration longestWait,
        Optional<String> leaseIdentity,
        Optional<String> counterIdentity,
        UnaryOperator<WorkerLeaseStore> wrapping) {

    WorkerLeaseStore wrapped(WorkerLeaseStore leases) {
        return wrapping.apply(leases);
    }

    IssuerSettings as(String holder) {
        return new IssuerSettings(
                store, address, holder, layout, reservation, longestWait, leaseIdentity, counterIdentity, wrapping);
    }

    IssuerSettings at(String address) {
        return new IssuerSettings(
                store, address, holder, layout, reservation, longestWait, leaseIdentity, counterIdentity, wrapping);
    }

    IssuerSettings withLayout(UidLayout layout) {
        return new IssuerSettings(
                store, address, holder, layout, reservation, longestWait, leaseIdentity, counterIdentity, wrapping);
    }

    IssuerSettings expecting(Optional<String> leaseIdentity, Optional<String> counterIdentity) {
        return new IssuerSettings(
                store, address, holder, layout, reservation, longestWait, leaseIdentity, counterIdentity, wrapping);
    }
}
