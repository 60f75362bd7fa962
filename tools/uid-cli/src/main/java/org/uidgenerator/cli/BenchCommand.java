package org.uidgenerator.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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
final class BenchCommand implements Callable<Integer> {
    /** Four billion ids a second, so that the rate of the layout limits no contestant. */
    private static final UidLayout LAYOUT = UidLayout.of(30, 1, 32);

    private final CommandContext context;

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

    BenchCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (threads < 1 || millis < 1) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "--threads and --millis must be at least 1: threads=%d, millis=%d", threads, millis));
        }
        Lines lines = context.lines();
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
            measure(threads, contestants, new Table()); // warms up: the JIT has seen all contestants when it counts
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
            context.say(String.format(Locale.ROOT, "measuring %s on %d threads", contestant.getKey(), threads));
            double rate = new Race(contestant.getValue(), threads).idsPerSecond(millis);
            table.row("" + threads, contestant.getKey(), String.format(Locale.ROOT, "%.1f", rate / 1e6));
        }
    }

    /** Lets threads take ids as fast as they can, once. */
    private static final class Race {
        private static final int UNCHECKED = 1024;

        private final LongSupplier ids;
        private final int threads;
        private volatile boolean over;

        Race(LongSupplier ids, int threads) {
            this.ids = ids;
            this.threads = threads;
        }

        double idsPerSecond(long millis) throws InterruptedException {
            List<Runner> runners = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                runners.add(new Runner());
            }
            runners.forEach(Thread::start);
            TimeUnit.MILLISECONDS.sleep(millis);
            over = true;
            double sum = 0;
            for (Runner runner : runners) {
                runner.join();
                sum += runner.idsPerSecond;
            }
            return sum;
        }

        private final class Runner extends Thread {
            double idsPerSecond;

            @Override
            public void run() {
                long start = System.nanoTime();
                long taken = 0;
                long all = 0;
                while (!over) {
                    for (int i = 0; i < UNCHECKED; i++) {
                        all |= ids.getAsLong(); // used below, or the JIT could leave the call out
                    }
                    taken += UNCHECKED;
                }
                long nanos = System.nanoTime() - start;
                idsPerSecond = all < 0 ? Double.NaN : taken * 1e9 / nanos;
            }
        }
    }
}
