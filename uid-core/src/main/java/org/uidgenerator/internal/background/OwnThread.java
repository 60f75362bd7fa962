package org.uidgenerator.internal.background;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

/** A thread for a single call, which finds no transaction, thread-local or class loader of its caller. */
public final class OwnThread {
    private OwnThread() {}

    /** Returns or throws what the call does. The caller waits without a limit, and its interrupts are passed on. */
    public static <T> T call(String name, ThreadFactory factory, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = BackgroundThreads.newDaemon(factory, name, name, task);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt(); // the call decides what becomes of it
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

    /** Throws what the call has thrown, declared or not. Its stack lacks that of the caller. */
    @SuppressWarnings("unchecked") // E is erased, so nothing is cast
    private static <E extends Throwable> RuntimeException rethrown(Throwable thrown, String name) throws E {
        thrown.addSuppressed(new Exception("the caller waited here for the thread " + name));
        throw (E) thrown;
    }
}
