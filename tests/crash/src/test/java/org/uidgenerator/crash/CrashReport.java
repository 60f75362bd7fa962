package org.uidgenerator.crash;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a run.
 *
 * @param store where
 * @param seed of which schedule
 * @param launches how many processes were started
 * @param mostAlive how many there were at a time, at most
 * @param workerIds how many of the worker ids for processes with a right clock were used
 * @param uids how many UIDs were issued
 * @param faults how often what happened
 * @param duplicates UIDs that were issued more than once
 */
record CrashReport(
        CrashStore store,
        long seed,
        int launches,
        int mostAlive,
        long workerIds,
        long uids,
        Map<Fault, Integer> faults,
        Duplicates duplicates) {

    static CrashReport of(CrashStore store, long seed, Fleet fleet, Events events) {
        List<Issued> issued = fleet.issued();
        return new CrashReport(
                store,
                seed,
                fleet.launches().size(),
                fleet.mostAlive(),
                issued.stream()
                        .map(run -> IdSpace.workerIdOf(run.first()))
                        .filter(fleet::isForRightClocks)
                        .distinct()
                        .count(),
                issued.stream().mapToLong(Issued::count).sum(),
                Stream.of(Fault.values()).collect(Collectors.toMap(Function.identity(), events::count)),
                Duplicates.among(issued, IdSpace.LAYOUT));
    }

    /** One line of the table. */
    @Override
    public String toString() {
        String faults = Stream.of(Fault.values())
                .map(fault -> fault + "=" + this.faults.get(fault))
                .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "%-14s seed=%d launches=%d mostAlive=%d workerIds=%d UIDs=%,d duplicates=%d %s",
                store,
                seed,
                launches,
                mostAlive,
                workerIds,
                uids,
                duplicates.count(),
                faults);
    }
}
