package org.uidgenerator.worker.lease;

import org.uidgenerator.UidGenerateException;

/**
 * What a launch does when the store does not answer, and how a lease prepares for that. May be used by several threads.
 */
interface RestartPolicy {
    /** A launch needs the store. */
    RestartPolicy NEEDS_STORE = new RestartPolicy() {
        @Override
        public LeaseStart begin(Acquisition acquired, Launch launch) {
            return new LeaseStart(acquired.row(), null, acquired.firstTick(), LeaseJournal.NONE);
        }

        @Override
        public LeaseStart withoutStore(Launch launch, UidGenerateException noStore) {
            throw noStore;
        }
    };

    /** Begins a lease that was just taken from the store. */
    LeaseStart begin(Acquisition acquired, Launch launch);

    /**
     * Continues a lease that was taken from the store before.
     *
     * @param noStore what happened to the store
     * @throws UidGenerateException if there is none to continue: what happened to the store, and why there is none
     */
    LeaseStart withoutStore(Launch launch, UidGenerateException noStore);
}
