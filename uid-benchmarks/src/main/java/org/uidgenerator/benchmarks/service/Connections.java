package org.uidgenerator.benchmarks.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** Connections that ask at the same time, each on a thread of its own. */
final class Connections implements AutoCloseable {
    private final int connections;
    private final ExecutorService threads;

    Connections(int connections) {
        this.connections = connections;
        threads = Executors.newFixedThreadPool(connections);
    }

    /**
     * Opens all connections, asks on each for as long as it is to, and returns the nanoseconds of all requests in
     * ascending order.
     *
     * @param more whether to ask once more, asked by all threads before each request
     */
    long[] ask(Exchange.Opening opening, BooleanSupplier more) throws InterruptedException, ExecutionException {
        List<Future<long[]>> asked = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            asked.add(threads.submit(() -> nanosOfOne(opening, more)));
        }
        List<long[]> nanos = new ArrayList<>();
        for (Future<long[]> each : asked) {
            nanos.add(each.get());
        }
        return nanos.stream().flatMapToLong(LongStream::of).sorted().toArray();
    }

    private static long[] nanosOfOne(Exchange.Opening opening, BooleanSupplier more) throws Exception {
        try (Exchange exchange = opening.open()) {
            long[] nanos = new long[1 << 16];
            int count = 0;
            while (more.getAsBoolean()) {
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                long before = System.nanoTime();
                exchange.once();
                nanos[count++] = System.nanoTime() - before;
            }
            return Arrays.copyOf(nanos, count);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
