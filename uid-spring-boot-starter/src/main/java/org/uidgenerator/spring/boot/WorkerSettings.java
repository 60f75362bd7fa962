package org.uidgenerator.spring.boot;

import static org.uidgenerator.spring.boot.UidSettings.ifSet;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.spring.boot.UidProperties.Policy;
import org.uidgenerator.spring.boot.UidProperties.Worker;
import org.uidgenerator.spring.boot.UidProperties.WorkerIds;
import org.uidgenerator.worker.lease.LeaseOptions;

/** What is set for each assigner: the one that generators share, and those of single generators. */
final class WorkerSettings {
    /** Stands for a generator's name where the assigner is the one that generators share. */
    static final String SHARED = "";

    private final UidSettings settings;

    WorkerSettings(UidSettings settings) {
        this.settings = settings;
    }

    /** Returns what is set for an assigner. */
    Worker of(String generator) {
        UidProperties properties = generator.equals(SHARED) ? settings.shared() : settings.of(generator);
        return properties.worker();
    }

    /** Returns the generators that have the worker id which is set for all. */
    List<String> sharingWorkerId() {
        return settings.sharingWorkerId();
    }

    /** Sets what leases from any store have in common. */
    void setOptions(LeaseOptions<?> options, String generator) {
        Worker worker = of(generator);
        ifSet(worker.workerIds(), range -> setWorkerIds(options, range));
        options.reservation(worker.reservation());
        options.storeTimeout(worker.storeTimeout());
        options.maxClockSkew(worker.maxClockSkew());
        ifSet(worker.holder(), options::holder);
        ifSet(worker.leaseFile(), options::leaseFile);
        setClock(options, servedBy(generator));
    }

    private static void setWorkerIds(LeaseOptions<?> options, WorkerIds range) {
        if (range.first() == null || range.last() == null) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "uid.worker.worker-ids must have both first and last: first=%s, last=%s",
                    range.first(),
                    range.last()));
        }
        options.workerIds(range.first(), range.last());
    }

    /** Returns the generators that an assigner is for. */
    private List<String> servedBy(String generator) {
        return generator.equals(SHARED)
                ? settings.generators().stream()
                        .filter(name -> !settings.hasOwnWorker(name))
                        .toList()
                : List.of(generator);
    }

    /** A worker id that is used up further ahead than its next generator may borrow would keep that one waiting. */
    private void setClock(LeaseOptions<?> options, List<String> served) {
        List<String> with = served.stream().filter(this::hasClock).toList();
        if (with.size() == served.size()) {
            with.stream()
                    .map(name -> settings.of(name).maxBorrow())
                    .min(Comparator.naturalOrder())
                    .ifPresent(options::maxBorrow);
        } else if (with.isEmpty()) {
            options.withoutClock();
        } else {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "uid.clock.policy=without-clock must be set for all generators that share worker ids, or for one with a"
                            + " uid.generators.<name>.worker.namespace of its own: with a clock %s, without %s",
                    with,
                    served.stream().filter(name -> !hasClock(name)).toList()));
        }
    }

    private boolean hasClock(String generator) {
        return settings.of(generator).clock().policy() != Policy.WITHOUT_CLOCK;
    }

    /**
     * Refuses the properties of a table where there is none.
     *
     * @throws IllegalArgumentException if one is set for this assigner, whether of one generator or of all
     */
    void requireNoTable(String generator, Assigner assigner) {
        Worker own = generator.equals(SHARED) ? settings.shared().worker() : settings.ownWorker(generator);
        requireNotSet("table-name", own.tableName(), assigner);
        requireNotSet("table-creation", own.tableCreation(), assigner);
    }

    private static void requireNotSet(String property, @Nullable Object value, Assigner assigner) {
        if (value != null) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "uid.worker.%s must not be set, since uid.worker.assigner=%s has no table: %s=%s",
                    property,
                    assigner,
                    property,
                    value));
        }
    }
}
