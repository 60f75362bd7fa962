package org.uidgenerator.internal.background;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A thread for a single call, which finds no transaction, thread-local or class loader of its caller. */
public final class OwnThread {
    private static final System.Logger LOG = System.getLogger(OwnThread.class.getName());

    private OwnThread() {}

    /**
     * Returns or throws what the call does. The caller waits without a limit, which is logged once after five seconds,
     * and its interrupts are passed on.
     */
    public static <T> T call(String name, ThreadFactory factory, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = BackgroundThreads.newDaemon(factory, name, name, task);
        thread.start();
        boolean interrupted = false;
        long silentSeconds = 5;
        try {
            while (true) {
                try {
                    return task.get(silentSeconds, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt(); // the call decides what becomes of it
                } catch (TimeoutException e) {
                    silentSeconds = Long.MAX_VALUE;
                    warn(thread);
                }
            }
        } catch (ExecutionException e) {
            throw rethrown(Objects.requireNonNull(e.getCause()), name);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void warn(Thread thread) {
        String initializing = Arrays.stream(Thread.currentThread().getStackTrace())
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .map(StackTraceElement::getClassName)
                .collect(Collectors.joining(", "));
        String deadlock = " and cannot use {2} before the static initializer that waits here has ended:"
                + " build the generator outside of it";
        LOG.log(
                WARNING,
                "still waiting for thread {0}, which is at {1}" + (initializing.isEmpty() ? "" : deadlock),
                thread.getName(),
                Arrays.asList(thread.getStackTrace()),
                initializing);
    }

    /** Throws what the call has thrown, declared or not. Its stack lacks that of the caller. */
    @SuppressWarnings("unchecked") // E is erased, so nothing is cast
    private static <E extends Throwable> RuntimeException rethrown(Throwable thrown, String name) throws E {
        thrown.addSuppressed(new Exception("the caller waited here for the thread " + name));
        throw (E) thrown;
    }
}
