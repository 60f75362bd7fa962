package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * A system that stays up while it changes from one generator to another. Takes ids from its processes and finds those
 * that come twice.
 */
final class LiveSystem {
    private static final int IDS_OF_A_PROCESS = 10_000;

    private final List<long[]> taken = new ArrayList<>();

    /** Takes ids from processes that run at the same time, and returns all of them in ascending order. */
    long[] run(LongSupplier... processes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(processes.length);
        try {
            CyclicBarrier start = new CyclicBarrier(processes.length);
            List<Callable<long[]>> takers = new ArrayList<>();
            for (LongSupplier process : processes) {
                takers.add(() -> {
                    start.await();
                    return LongStream.generate(process).limit(IDS_OF_A_PROCESS).toArray();
                });
            }
            long[] ids = new long[0];
            for (Future<long[]> future : threads.invokeAll(takers)) {
                long[] more = future.get();
                taken.add(more);
                ids = LongStream.concat(Arrays.stream(ids), Arrays.stream(more)).toArray();
            }
            Arrays.sort(ids);
            return ids;
        } finally {
            threads.shutdown();
        }
    }

    void assertThatNoIdCameTwice() {
        assertThat(taken).isNotEmpty();
        long[] all = taken.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        for (int i = 1; i < all.length; i++) {
            assertThat(all[i]).as("id %d came twice", all[i]).isGreaterThan(all[i - 1]);
        }
    }

    static long greatest(long[] ascending) {
        return ascending[ascending.length - 1];
    }
}
