package org.uidgenerator.spring.boot.internal.stores;

import java.util.Collection;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/** What stores are wanted for, in the words of messages. */
public enum StoreUse {
    WORKER_IDS(
            "worker ids", "uid.worker", "UID generators take their worker ids from a store unless told otherwise", """
                - Set uid.worker.assigner=statefulset on Kubernetes. No store; one StatefulSet has a namespace of its own.
                - Set uid.worker.assigner=env and uid.worker.variable=<name>. No store; no two processes may have the same \
            number in it at the same time.
                - Set uid.worker.assigner=fixed and uid.worker.id=<number>. No store; for a single process.
                - Define a WorkerLeaseStore bean. Leased as well, from any store; what it promises is in its Javadoc.
                - Define a WorkerIdAssigner bean. Any source; what you promise is in its Javadoc.
                - Set uid.enabled=false. No generator."""),

    COUNTERS("counters", "uid.segments", "Counters are in a store", """
                - Define a SegmentStore bean. Any store; what you promise is in its Javadoc.
                - Remove uid.segments.*. No counters.""");

    /** The plural of what comes from the stores. */
    final String plural;

    /** The beginning of the names of the properties, as {@code uid.worker}. */
    final String prefix;

    /** The reason why there must be a store, as the beginning of a sentence. */
    final String rule;

    /** The ways to do without a store of a known kind, a line each. */
    final String otherChoices;

    StoreUse(String plural, String prefix, String rule, String otherChoices) {
        this.plural = plural;
        this.prefix = prefix;
        this.rule = rule;
        this.otherChoices = otherChoices;
    }

    /** Returns the property that names the kind of store. */
    public String property() {
        return prefix + ".store";
    }

    /** Returns what says that any of several beans of a type could be the store. */
    ConfigurationException several(String type, Collection<String> beans) {
        return new ConfigurationException(
                plural + " are to come from " + type + ", and there are several such beans: "
                        + String.join(", ", beans),
                "Mark one of them with @UidStore, or make it the primary one.");
    }
}
