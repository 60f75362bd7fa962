package org.uidgenerator.test.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Threads that do the same, each once. */
public record Callers(List<CompletableFuture<Void>> calls) {
    /** Starts threads that all make one call. */
    public static Callers start(int threads, Runnable call) {
        return new Callers(Stream.generate(() -> CompletableFuture.runAsync(call, Callers::inADaemon))
                .limit(threads)
                .toList());
    }

    private static void inADaemon(Runnable call) {
        Thread thread = new Thread(call);
        thread.setDaemon(true); // one that hangs must not keep the JVM up
        thread.start();
    }

    /**
     * Does all of it at the same time, in a thread for each task, and returns the results in the order of the tasks.
     */
    public static <T> List<T> concurrently(List<Callable<T>> tasks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : executor.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }

    /** Waits until all have ended, and says how those did that failed. */
    public List<Throwable> failures() throws Exception {
        List<Throwable> failures = new ArrayList<>();
        for (CompletableFuture<Void> call : calls) {
            try {
                Patience.get(call);
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            }
        }
        return failures;
    }
}
