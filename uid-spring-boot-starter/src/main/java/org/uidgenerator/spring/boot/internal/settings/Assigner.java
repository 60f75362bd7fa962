package org.uidgenerator.spring.boot.internal.settings;

import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The values of {@code uid.worker.assigner}. */
public enum Assigner {
    /** Leased from a store and given back: as many worker ids as processes. */
    LEASED(LeasedWorkerIds.class),

    /** A new one from a table at each start: nothing to renew, but starts use worker ids up. */
    DISPOSABLE(DisposableWorkerIdAssigner.class),

    /** The one in the configuration: no store, but processes must have different ones. */
    FIXED(StaticWorkerIdAssigner.class),

    /** The one in an environment variable: no store, but processes must have different ones. */
    ENV(StaticWorkerIdAssigner.class),

    /** The ordinal of the Kubernetes pod: no store, but the StatefulSet has a namespace of its own. */
    STATEFULSET(StaticWorkerIdAssigner.class);

    private final Class<? extends WorkerIdAssigner> type;

    Assigner(Class<? extends WorkerIdAssigner> type) {
        this.type = type;
    }

    /** Returns the class of the bean. */
    public Class<? extends WorkerIdAssigner> type() {
        return type;
    }

    /** Returns whether each generator gets the same worker id from it. */
    public boolean givesOneWorkerId() {
        return type == StaticWorkerIdAssigner.class;
    }

    /** Returns the value of the property. */
    @Override
    public String toString() {
        return BoundProperty.dashed(this);
    }
}
