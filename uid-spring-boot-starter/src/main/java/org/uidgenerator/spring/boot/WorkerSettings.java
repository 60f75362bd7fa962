package org.uidgenerator.spring.boot;

import static org.uidgenerator.spring.boot.UidSettings.ifSet;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        leastMaxBorrow(generator).ifPresent(options::maxBorrow);
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

    /** A worker id that is used up further ahead than its next generator may borrow would keep that one waiting. */
    private Optional<Duration> leastMaxBorrow(String generator) {
        Stream<String> served = generator.equals(SHARED)
                ? settings.generators().stream().filter(name -> !settings.hasOwnWorker(name))
                : Stream.of(generator);
        return served.map(name -> settings.of(name).maxBorrow()).min(Comparator.naturalOrder());
    }

    /**
     * Refuses the properties of a table where there is none.
     *
     * @throws IllegalArgumentException if one is set for this assigner, whether of one generator or of all
     */
    void requireNoTable(String generator, Assigner assigner) {
        Worker own = generator.equals(SHARED) ? settings.shared().worker() : settings.ownWorker(generator);
        requireNotSet("table-name", own.tableName(), assigner);
        requireNotSet("schema-name", own.schemaName(), assigner);
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
