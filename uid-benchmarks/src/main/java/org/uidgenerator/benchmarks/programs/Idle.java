package org.uidgenerator.benchmarks.programs;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/**
 * The shares of a core that an idle process uses, with a generator of default settings or, to compare with, without
 * one.
 *
 * @param seconds for how long it was watched
 * @param padder CPU time of the padder thread by elapsed time
 * @param process CPU time of the process by elapsed time
 */
public record Idle(long seconds, double padder, double process) {
    private static final int SETTLE_SECONDS = 3;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Takes how many seconds to watch, and whether there is a generator. */
    public static void main(String[] args) throws InterruptedException {
        long seconds = Long.parseLong(args[0]);
        if (Boolean.parseBoolean(args[1])) {
            try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                    .build()) {
                generator.getUIDs(new long[1000]);
                watch(seconds);
            }
        } else {
            watch(seconds);
        }
    }

    private static void watch(long seconds) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        long startNanos = System.nanoTime();
        long processBefore = SYSTEM.getProcessCpuTime();
        long padderBefore = padderCpuTime();
        TimeUnit.SECONDS.sleep(seconds);
        double elapsed = System.nanoTime() - startNanos;
        ChildJvm.report(new Idle(
                seconds,
                (padderCpuTime() - padderBefore) / elapsed,
                (SYSTEM.getProcessCpuTime() - processBefore) / elapsed));
    }

    private static long padderCpuTime() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().endsWith("-padder"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadCpuTime)
                .sum();
    }
}
