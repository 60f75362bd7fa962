package org.uidgenerator.spring.boot;

import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A kind of store that worker ids are leased from, one of the values of {@code uid.worker.store}. What concerns leases
 * in general, as {@code uid.worker.reservation}, applies to all kinds.
 *
 * @param <P> the properties {@code uid.worker.<name>.*}
 */
public interface LeaseStoreProvider<P> extends StoreProvider<P> {
    /**
     * Opens a store. It is a bean that is closed after the generators, if it can be closed.
     *
     * @param request what to open it on, and what is set
     * @param namespace the namespace, {@code uid.worker.namespace}
     * @return the store
     * @throws IllegalArgumentException if something that is set breaks a rule, best an
     *     {@link org.uidgenerator.OptionException} that names the property
     * @throws org.uidgenerator.UidGenerateException if the store must not be used as it is; the message says what to do
     */
    WorkerLeaseStore open(StoreRequest<P> request, String namespace);
}
