package org.uidgenerator.benchmarks;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An executor for JMH whose threads have ids that are multiples of a number, because other threads are made in between,
 * as in an application. It is for a fork with the options that are here.
 */
public final class StridedThreads extends ThreadPoolExecutor {
    static final String EXECUTOR = "-Djmh.executor=CUSTOM";
    static final String EXECUTOR_CLASS = "-Djmh.executor.class=org.uidgenerator.benchmarks.StridedThreads";

    /** What comes before the number. */
    static final String STRIDE = "-DthreadIdStride=";

    /** Called by JMH. */
    public StridedThreads(int threads, String prefix) {
        this(threads, prefix, Integer.getInteger("threadIdStride"));
    }

    StridedThreads(int threads, String prefix, int stride) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new Factory(prefix, stride));
    }

    private record Factory(String prefix, int stride) implements ThreadFactory {
        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(work);
            while (thread.getId() % stride != 0) {
                thread = new Thread(work); // takes an id, although it never starts
            }
            thread.setName(prefix + "-" + thread.getId());
            thread.setDaemon(true);
            return thread;
        }
    }
}
