package org.uidgenerator.impl;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Threads that do the same, each once. */
record Callers(List<CompletableFuture<Void>> calls) {
    static Callers start(int threads, Runnable call) {
        return new Callers(IntStream.range(0, threads)
                .mapToObj(thread ->
                        CompletableFuture.runAsync(call, task -> new Thread(task, "caller " + thread).start()))
                .toList());
    }

    /** Lets a caller go on when all have come here, fails if they do not. */
    static void meet(CyclicBarrier all) {
        try {
            all.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the callers do not come here at the same time", e);
        }
    }

    /** Waits until all have ended, and says how those did that failed. */
    List<Throwable> failures() {
        return calls.stream().map(Callers::failure).filter(Objects::nonNull).toList();
    }

    private static Throwable failure(CompletableFuture<Void> call) {
        try {
            call.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        }
    }
}
