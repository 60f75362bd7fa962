package org.uidgenerator.spring.boot.generators;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.util.List;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Policy;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Worker;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.WorkerIds;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Leased worker ids as they are set: those that generators share, and those of single generators. */
final class WorkerSettings {
    private final UidSettings settings;

    WorkerSettings(UidSettings settings) {
        this.settings = settings;
    }

    /** Makes an assigner on any store. */
    LeasedWorkerIds leasedFrom(WorkerLeaseStore store, String generator) {
        requireSameKindOfTime(servedBy(generator));
        Worker worker = settings.of(generator).worker();
        LeasedWorkerIdsBuilder options = LeasedWorkerIds.builder(store);
        ifSet(worker.workerIds(), range -> setWorkerIds(options, range));
        options.reservation(worker.reservation());
        options.closeTimeout(worker.closeTimeout());
        options.maxClockSkew(worker.maxClockSkew());
        ifSet(worker.space(), options::space);
        ifSet(worker.holder(), options::holder);
        ifSet(worker.leaseFile(), options::leaseFile);
        return options.build();
    }

    private static void setWorkerIds(LeasedWorkerIdsBuilder options, WorkerIds range) {
        if (range.first() == null || range.last() == null) {
            throw OptionException.inWords(
                    "uid.worker.worker-ids",
                    range,
                    OptionText.of("{uid.worker.worker-ids} must have both first and last"),
                    OptionText.of("first=%s, last=%s", range.first(), range.last()));
        }
        options.workerIds(range.first(), range.last());
    }

    /** Returns the generators that an assigner is for. */
    private List<String> servedBy(String generator) {
        return generator.equals(BeanNames.SHARED)
                ? settings.generators().stream()
                        .filter(name -> !settings.hasOwnWorker(name))
                        .toList()
                : List.of(generator);
    }

    /** To a generator with a clock, all that those without one have reserved looks expired. */
    private void requireSameKindOfTime(List<String> served) {
        List<String> with = served.stream().filter(this::hasClock).toList();
        if (!with.isEmpty() && with.size() < served.size()) {
            throw OptionException.inWords(
                    "uid.clock.policy",
                    Policy.WITHOUT_CLOCK,
                    OptionText.of(
                            "{uid.clock.policy}=%s must be set for all generators that share worker ids, or for one with a"
                                    + " uid.generators.<name>.worker.namespace of its own",
                            Policy.WITHOUT_CLOCK),
                    OptionText.of(
                            "with a clock %s, without %s",
                            with,
                            served.stream().filter(name -> !hasClock(name)).toList()));
        }
    }

    private boolean hasClock(String generator) {
        return settings.of(generator).clock().policy() != Policy.WITHOUT_CLOCK;
    }

    /**
     * Refuses a namespace where the store is a bean, which has one.
     *
     * @throws IllegalArgumentException if another one is set
     */
    void requireNamespaceOf(WorkerLeaseStore store, String generator) {
        String namespace = settings.of(generator).worker().namespace();
        if (namespace != null && !namespace.equals(store.namespace())) {
            throw new OptionException(
                    "uid.worker.namespace",
                    namespace,
                    OptionText.of("must not be set, since the WorkerLeaseStore bean has one: %s", store.namespace()));
        }
    }
}
