package org.uidgenerator.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.uidgenerator.UidLayout;

/**
 * The outcome of a soak of one store.
 *
 * @param crashes what was issued, and the faults
 * @param invoices how many of the numbers are business numbers
 * @param periods in how many minutes they were counted
 * @param fromFiles how many processes continued from their lease files, because the store did not answer
 * @param workerIds the most worker ids that a process has used at the same time
 * @param lives the processes that lived as long as the run
 * @param pauses the longest pause of UIDs, and of numbers, by the fault that explains it
 * @param unexplained the longest ones that no fault explains
 */
record SoakReport(
        CrashReport crashes,
        long invoices,
        long periods,
        long fromFiles,
        int workerIds,
        List<Life> lives,
        Map<Fault, Longest> pauses,
        Longest unexplained) {
    /** The time in which a process recovers: generators ask a store again with back-off. */
    private static final long AFTERMATH_MILLIS = 3_000;

    private static final long ONE_PERIOD = 100_000_000L;

    static SoakReport of(CrashStore store, CrashSettings settings, Fleet fleet, Events events) {
        List<Issued> invoices = fleet.invoices();
        Map<Fault, Longest> pauses = new EnumMap<>(Fault.class);
        Longest unexplained = new Longest();
        for (Events.Event event : events.all()) {
            Longest longest = pauses.computeIfAbsent(event.fault(), fault -> new Longest());
            if (isReplacement(event.fault())) {
                longest.add(event.end() - event.begin(), true);
            }
        }
        for (StartedProcess process : fleet.processes()) {
            for (Pause pause : process.pauses()) {
                explanation(pause, process, events)
                        .map(event -> pauses.get(event.fault()))
                        .orElse(unexplained)
                        .add(pause.millis(), pause.isOfUids());
            }
        }
        return new SoakReport(
                CrashReport.of(store, settings.seed(), fleet, events),
                invoices.stream().mapToLong(Issued::count).sum(),
                invoices.stream()
                        .map(run -> run.first() / ONE_PERIOD)
                        .distinct()
                        .count(),
                fleet.processes().stream()
                        .filter(StartedProcess::hasContinuedFromFile)
                        .count(),
                fleet.processes().stream()
                        .mapToInt(process ->
                                mostWorkerIds(process.issued(), fleet.load().layout()))
                        .max()
                        .orElse(0),
                fleet.processes().stream()
                        .flatMap(process -> Life.of(process, settings).stream())
                        .toList(),
                pauses,
                unexplained);
    }

    /** Returns the most worker ids under which a process was given UIDs of the same tick. */
    private static int mostWorkerIds(List<Issued> issued, UidLayout layout) {
        return issued.stream()
                .collect(Collectors.groupingBy(
                        run -> layout.tickOf(run.first()),
                        Collectors.mapping(run -> layout.decode(run.first()).workerId(), Collectors.toSet())))
                .values()
                .stream()
                .mapToInt(Set::size)
                .max()
                .orElse(0);
    }

    /** Returns whether another process starts, which issues nothing until it has started. */
    private static boolean isReplacement(Fault fault) {
        return switch (fault) {
            case PROCESS_KILL, PROCESS_END, CLOCK_BACK, CLOCK_FORWARD -> true;
            default -> false;
        };
    }

    /** Returns the fault that overlaps most with a pause. */
    private static Optional<Events.Event> explanation(Pause pause, StartedProcess process, Events events) {
        long most = 0;
        Events.Event found = null;
        for (Events.Event event : events.all()) {
            if (event.holder().equals(Events.ALL) || event.holder().equals(process.holder())) {
                long overlap =
                        Math.min(pause.end(), event.end() + AFTERMATH_MILLIS) - Math.max(pause.begin(), event.begin());
                if (overlap > most) {
                    most = overlap;
                    found = event;
                }
            }
        }
        return Optional.ofNullable(found);
    }

    /** The longest pauses of one kind of fault, and how many there were. */
    static final class Longest {
        private final LongSummaryStatistics uids = new LongSummaryStatistics();
        private final LongSummaryStatistics numbers = new LongSummaryStatistics();

        void add(long millis, boolean ofUids) {
            (ofUids ? uids : numbers).accept(millis);
        }

        private static String seconds(LongSummaryStatistics millis) {
            return millis.getCount() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", millis.getMax() / 1e3);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%10s %12s", seconds(uids), seconds(numbers));
        }
    }

    /**
     * The memory and the threads of a process that lived as long as the run.
     *
     * @param holder its name
     * @param samples in the order of time
     */
    record Life(String holder, List<Sample> samples) {
        private static final int QUARTERS = 4;

        /** Empty if the process did not live long enough. */
        static Optional<Life> of(StartedProcess process, CrashSettings settings) {
            List<Sample> samples = process.samples();
            return samples.size() < QUARTERS
                            || samples.get(samples.size() - 1).millis()
                                            - samples.get(0).millis()
                                    < settings.time().toMillis() * 9 / 10
                    ? Optional.empty()
                    : Optional.of(new Life(process.holder(), samples));
        }

        /** Returns the median of a quarter of the samples, 0 to 3. */
        long median(int quarter, ToLongFunction<Sample> figure) {
            int first = samples.size() * quarter / QUARTERS;
            int end = samples.size() * (quarter + 1) / QUARTERS;
            long[] figures = samples.subList(first, end).stream()
                    .mapToLong(figure)
                    .sorted()
                    .toArray();
            return figures[figures.length / 2];
        }

        private String medians(ToLongFunction<Sample> figure, String format) {
            List<String> medians = new ArrayList<>();
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                medians.add(String.format(Locale.ROOT, format, median(quarter, figure)));
            }
            return String.join(" ", medians);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-12s heap in KB, medians of quarters: %s, threads: %s",
                    holder,
                    medians(sample -> sample.heap() / 1024, "%,6d"),
                    medians(Sample::threads, "%d"));
        }
    }

    /** The table. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        line(
                table,
                "%s, seed %d: %,d processes, %,d UIDs, %,d numbers, of them %,d business numbers of %d minutes, %d duplicates",
                crashes.store(),
                crashes.seed(),
                crashes.processes(),
                crashes.uids(),
                crashes.numbers(),
                invoices,
                periods,
                crashes.duplicates().count());
        line(table, "up to %d worker ids per process; %d processes started from a lease file", workerIds, fromFiles);
        line(table, "%-19s %5s %10s %12s", "longest pause in s", "times", "of UIDs", "of numbers");
        pauses.forEach((fault, longest) ->
                line(table, "%-19s %5d %s", fault, crashes.faults().get(fault), longest));
        line(table, "%-19s %5s %s", "no fault", "", unexplained);
        lives.forEach(life -> line(table, "%s", life));
        return table.toString();
    }

    private static void line(StringBuilder table, String format, Object... arguments) {
        table.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
