package org.uidgenerator.spring.boot;

import java.util.Collection;
import java.util.Locale;

/** Thrown when it is not clear where worker ids are to come from, or their source is not there. */
final class NoWorkerIdsException extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private static final String CHOICES = """
            Choose one:

                - Add a DataSource, such as spring.datasource.url and its driver. Worker ids are leased from a table: safe \
            whatever crashes or hangs, costs a query every few minutes.
                - Add a Redis client, such as spring.data.redis.url, and the module uid-redis. Leased as well; Redis must not lose \
            what it acknowledges.
                - Add a CuratorFramework bean and the module uid-zookeeper. Leased as well, from ZooKeeper.
                - Set uid.worker.assigner=statefulset on Kubernetes. No store; one StatefulSet has an id space of its own.
                - Set uid.worker.assigner=env and uid.worker.variable=<name>. No store; no two processes may have the same \
            number in it at the same time.
                - Set uid.worker.assigner=fixed and uid.worker.id=<number>. No store; for a single process.
                - Define a WorkerLeaseStore bean. Leased as well, from any store; what it promises is in its Javadoc.
                - Define a WorkerIdAssigner bean. Any source; what you promise is in its Javadoc.
                - Set uid.enabled=false. No generator.""";

    private NoWorkerIdsException(String problem, String action) {
        super(problem, action);
    }

    /**
     * Neither properties nor beans say it.
     *
     * @param usable the beans that worker ids could come from
     * @param useless those that they could come from with another module, and with which
     */
    static NoWorkerIdsException undecided(Collection<String> usable, Collection<String> useless) {
        String rule = "UID generators take their worker ids from a store unless told otherwise, and ";
        if (!usable.isEmpty()) {
            return new NoWorkerIdsException(
                    rule + "there are several: " + String.join(", ", usable),
                    "Mark the bean of the store with @UidStore, or set uid.worker.assigner: leased, redis or zookeeper.");
        }
        String found = useless.isEmpty()
                ? "there is no DataSource, Redis client or CuratorFramework bean"
                : "there is none that can be used: " + String.join(", ", useless) + " on the class path";
        return new NoWorkerIdsException(rule + found, CHOICES);
    }

    static NoWorkerIdsException marked(Collection<Assigner> assigners) {
        return new NoWorkerIdsException(
                "uid.worker.assigner must be set where beans of several kinds are marked with @UidStore: " + assigners,
                "Set uid.worker.assigner: bean, leased, redis or zookeeper.");
    }

    static NoWorkerIdsException withoutModule(Assigner said, StoreKind kind) {
        return new NoWorkerIdsException(
                String.format(
                        Locale.ROOT,
                        "uid.worker.assigner=%s needs the module %s, and it is not on the class path",
                        said,
                        kind.module()),
                String.format(
                        Locale.ROOT,
                        "Add the dependency org.uidgenerator:%s, or set uid.worker.assigner to something else.",
                        kind.module()));
    }

    static NoWorkerIdsException none(StoreKind kind) {
        return new NoWorkerIdsException(
                String.format(Locale.ROOT, "worker ids are to come from %s, and there is no such bean", kind.beans()),
                CHOICES);
    }

    static NoWorkerIdsException several(StoreKind kind, Collection<String> names) {
        return new NoWorkerIdsException(
                String.format(
                        Locale.ROOT,
                        "worker ids are to come from %s, and there are several such beans: %s",
                        kind.beans(),
                        String.join(", ", names)),
                "Mark one of them with @UidStore, or make it the primary one.");
    }
}
