package org.uidgenerator.spring.boot;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;

/** The values of {@code uid.worker.assigner}. */
enum Assigner {
    /** Leased from a table and given back: as many worker ids as processes. */
    LEASED(LeasedWorkerIdAssigner.class),

    /** A new one from a table at each launch: nothing to renew, but launches use worker ids up. */
    DISPOSABLE(DisposableWorkerIdAssigner.class),

    /** The one in the configuration: no store, but processes must have different ones. */
    FIXED(StaticWorkerIdAssigner.class),

    /** The one in an environment variable: no store, but processes must have different ones. */
    ENV(StaticWorkerIdAssigner.class),

    /** The ordinal of the Kubernetes pod: no store, but the StatefulSet has an id space of its own. */
    STATEFULSET(StaticWorkerIdAssigner.class);

    private final Class<? extends WorkerIdAssigner> type;

    Assigner(Class<? extends WorkerIdAssigner> type) {
        this.type = type;
    }

    Class<? extends WorkerIdAssigner> type() {
        return type;
    }

    /** Returns whether each generator gets the same worker id from it. */
    boolean givesOneWorkerId() {
        return type == StaticWorkerIdAssigner.class;
    }

    /** Returns whether something says which assigner it is. */
    static boolean isSaid(UidProperties.Worker worker) {
        return worker.assigner() != null || worker.id() != null || worker.variable() != null;
    }

    /** Returns what was chosen, or what follows from the rest. */
    static Assigner of(@Nullable Assigner chosen, @Nullable Long id, @Nullable String variable) {
        if (chosen != null) {
            return chosen;
        }
        if (id != null) {
            return FIXED;
        }
        return variable != null ? ENV : LEASED;
    }
}
