package org.uidgenerator.benchmarks.programs;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** Does nothing, with a generator of default settings or, to compare with, without one. */
public final class IdleProgram {
    private static final int SETTLE_SECONDS = 3;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private IdleProgram() {}

    /** Takes whether there is a generator, and for how many seconds to watch. */
    public static void main(String[] args) throws InterruptedException {
        int seconds = Integer.parseInt(args[1]);
        if (Boolean.parseBoolean(args[0])) {
            try (CachedUidGenerator generator =
                    CachedUidGenerator.builder(layout -> WorkerLease.of(1)).build()) {
                generator.getUIDs(new long[1000]);
                ChildJvm.report(watch(seconds));
            }
        } else {
            ChildJvm.report(watch(seconds));
        }
    }

    private static IdleShare watch(int seconds) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        long startNanos = System.nanoTime();
        long processBefore = SYSTEM.getProcessCpuTime();
        long padderBefore = padderCpuTime();
        TimeUnit.SECONDS.sleep(seconds);
        double elapsed = System.nanoTime() - startNanos;
        return new IdleShare(
                elapsed / 1e9,
                (SYSTEM.getProcessCpuTime() - processBefore) / elapsed,
                (padderCpuTime() - padderBefore) / elapsed);
    }

    private static long padderCpuTime() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().endsWith("-padder"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadCpuTime)
                .sum();
    }
}
