package org.uidgenerator.benchmarks.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * The memory, threads and classes that a contestant adds to a JVM that has nothing of it yet, up to its first id, and
 * while it is idle.
 *
 * @param classes how many classes the JVM loads, those of the JDK included and lambdas too
 * @param lambdas how many of these are lambdas and method references
 * @param threads how many threads live then
 * @param heapBytes the heap of one more of its kind, after a collection
 * @param seconds for how long it was watched while idle
 * @param idle the CPU time of its threads then, by elapsed time
 */
public record Footprint(
        Entrant contestant, long classes, long lambdas, long threads, long heapBytes, long seconds, double idle) {
    private static final int SETTLE_SECONDS = 1;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Takes the contestant, and how many seconds to watch. */
    public static void main(String[] args) throws InterruptedException, JMException {
        ChildJvm.report(of(Entrant.valueOf(args[0]), Long.parseLong(args[1])));
    }

    private static Footprint of(Entrant entrant, long seconds) throws InterruptedException, JMException {
        liveLambdas(); // loads what looks
        cpuNanos(Set.of());
        long lambdas = liveLambdas();
        Set<Long> threads = liveThreads();
        long classes = loadedClasses();
        try (Contestant contestant = entrant.start()) {
            contestant.next();
            long classesAfter = loadedClasses();
            long threadsAfter = liveThreads().size();
            long lambdasAfter = liveLambdas();
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            long startNanos = System.nanoTime();
            long before = cpuNanos(threads);
            TimeUnit.SECONDS.sleep(seconds);
            double idle = (double) (cpuNanos(threads) - before) / (System.nanoTime() - startNanos);
            return new Footprint(
                    entrant,
                    classesAfter - classes,
                    lambdasAfter - lambdas,
                    threadsAfter - threads.size(),
                    heapOfOneMore(entrant),
                    seconds,
                    idle);
        }
    }

    private static long heapOfOneMore(Entrant entrant) {
        long before = Heap.used();
        try (Contestant contestant = entrant.start()) {
            contestant.next();
            return Math.max(0, Heap.used() - before); // other garbage goes, too
        }
    }

    private static long loadedClasses() {
        return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
    }

    private static Set<Long> liveThreads() {
        return LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
    }

    /** Returns the CPU time of all threads but those that were there before. */
    private static long cpuNanos(Set<Long> others) {
        return Arrays.stream(THREADS.getAllThreadIds())
                .filter(id -> !others.contains(id))
                .map(THREADS::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }

    private static long liveLambdas() throws JMException {
        Object histogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]}, // after a collection
                        new String[] {String[].class.getName()});
        return histogram
                .toString()
                .lines()
                .filter(line -> line.contains("$$Lambda"))
                .count();
    }
}
