package org.uidgenerator.crash;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.uidgenerator.UidLayout;

/**
 * The outcome of a run.
 *
 * @param store the store
 * @param seed the seed of the schedule
 * @param processes how many processes were started
 * @param mostAlive the most that there were at the same time
 * @param workerIds how many of the worker ids for processes with a right clock were used
 * @param uids how many UIDs were issued
 * @param faults how often each fault happened
 * @param numbers how many numbers of tags were issued
 * @param duplicates UIDs and numbers that were issued more than once
 */
record CrashReport(
        CrashStore store,
        long seed,
        int processes,
        int mostAlive,
        long workerIds,
        long uids,
        Map<Fault, Integer> faults,
        long numbers,
        Duplicates duplicates) {

    static CrashReport of(CrashStore store, long seed, Fleet fleet, Events events) {
        List<Issued> issued = fleet.issued();
        UidLayout layout = fleet.load().layout();
        return new CrashReport(
                store,
                seed,
                fleet.processes().size(),
                fleet.mostAlive(),
                issued.stream()
                        .map(run -> layout.decode(run.first()).workerId())
                        .filter(fleet::isForRightClocks)
                        .distinct()
                        .count(),
                issued.stream().mapToLong(Issued::count).sum(),
                Stream.of(Fault.values()).collect(Collectors.toMap(Function.identity(), events::count)),
                Stream.concat(
                                store.tags().stream().flatMap(tag -> fleet.issued(tag).stream()),
                                fleet.invoices().stream())
                        .mapToLong(Issued::count)
                        .sum(),
                Duplicates.among(issued, run -> run.describe(layout)).plus(fleet.numbersIssuedTwice()));
    }

    /** One line of the table. */
    @Override
    public String toString() {
        String faults = Stream.of(Fault.values())
                .map(fault -> fault + "=" + this.faults.get(fault))
                .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "%-14s seed=%d processes=%d mostAlive=%d workerIds=%d UIDs=%,d numbers=%,d duplicates=%d %s",
                store,
                seed,
                processes,
                mostAlive,
                workerIds,
                uids,
                numbers,
                duplicates.count(),
                faults);
    }
}
