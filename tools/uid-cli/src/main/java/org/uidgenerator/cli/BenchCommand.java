package org.uidgenerator.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Measures, quickly and roughly. */
@Command(
        name = "bench",
        description = "Counts how many UIDs this machine makes a second: a rough figure, in a few seconds.",
        footer = {"", "The UIDs are thrown away and no worker id is taken."},
        sortOptions = false)
final class BenchCommand extends ContextCommand implements Callable<Integer> {
    /** Four billion ids a second, so that the rate of the layout limits no contestant. */
    private static final UidLayout LAYOUT = UidLayout.of(30, 1, 32);

    /** The number of ids between two looks at the clock. */
    private static final int UNCHECKED = 4096;

    @Option(
            names = "--threads",
            paramLabel = "<count>",
            description = "Up to how many threads; default: the processors, here ${DEFAULT-VALUE}.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--millis",
            paramLabel = "<millis>",
            description = "How long each figure is measured; default ${DEFAULT-VALUE}.")
    private long millis = 500;

    @Override
    public Integer call() throws InterruptedException {
        if (threads < 1 || millis < 1) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "--threads and --millis must be at least 1: threads=%d, millis=%d", threads, millis));
        }
        Lines lines = context().lines();
        try (UidGenerator cached = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(0))
                        .layout(LAYOUT)
                        .build();
                UidGenerator unbuffered = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                        .layout(LAYOUT)
                        .build()) {
            AtomicLong counter = new AtomicLong();
            Map<String, LongSupplier> contestants = new LinkedHashMap<>();
            contestants.put("CachedUidGenerator", cached::getUID);
            contestants.put("DefaultUidGenerator", unbuffered::getUID);
            contestants.put("one shared AtomicLong", counter::getAndIncrement);
            Table table = new Table().row("threads", "what", "million ids a second");
            measure(threads, contestants, new Table()); // warms up, so the JIT has seen all contestants when it counts
            for (int count = 1; count < 2 * threads; count *= 2) {
                measure(Math.min(count, threads), contestants, table);
            }
            table.print(lines);
        }
        lines.add("");
        lines.add("Rough: one JVM, no statistics, whatever else the machine does. uid-benchmarks measures with JMH.");
        return ExitCode.OK;
    }

    private void measure(int threads, Map<String, LongSupplier> contestants, Table table) throws InterruptedException {
        for (Map.Entry<String, LongSupplier> contestant : contestants.entrySet()) {
            context().say(String.format(Locale.ROOT, "measuring %s on %d threads", contestant.getKey(), threads));
            double rate = idsPerSecond(contestant.getValue(), threads);
            table.row("" + threads, contestant.getKey(), String.format(Locale.ROOT, "%.1f", rate / 1e6));
        }
    }

    /** Lets threads take ids as fast as they can, and returns the sum of their rates. */
    private double idsPerSecond(LongSupplier ids, int threads) throws InterruptedException {
        Callable<Double> taking = () -> {
            long start = System.nanoTime();
            long nanos = 0;
            long taken = 0;
            long all = 0;
            while (nanos < TimeUnit.MILLISECONDS.toNanos(millis)) {
                for (int i = 0; i < UNCHECKED; i++) {
                    all |= ids.getAsLong(); // used below, or the JIT could leave the call out
                }
                taken += UNCHECKED;
                nanos = System.nanoTime() - start;
            }
            return all < 0 ? Double.NaN : taken * 1e9 / nanos;
        };
        ExecutorService runners = Executors.newFixedThreadPool(threads);
        try {
            double sum = 0;
            for (Future<Double> rate : runners.invokeAll(Collections.nCopies(threads, taking))) {
                sum += rate.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            runners.shutdownNow();
        }
    }
}
