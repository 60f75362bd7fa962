package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Fork;

class StridedThreadsTest {
    private static final int THREADS = 8;

    @Test
    void runsEachTaskOnAThreadWhoseIdIsAMultipleOfTheStride() throws InterruptedException, ExecutionException {
        StridedThreads executor = new StridedThreads(THREADS, "strided", 64);
        List<Callable<Thread>> tasks = Collections.nCopies(THREADS, Thread::currentThread);

        List<Thread> threads = new ArrayList<>();
        for (Future<Thread> task : executor.invokeAll(tasks)) {
            threads.add(task.get());
        }
        executor.shutdown();

        assertThat(executor.getLargestPoolSize()).isEqualTo(THREADS);
        assertThat(threads).allSatisfy(thread -> {
            assertThat(thread.getId() % 64).isZero();
            assertThat(thread.getName()).isEqualTo("strided-" + thread.getId());
            assertThat(thread.isDaemon()).isTrue();
        });
    }

    @Test
    void isWhatTheForksUseWhoseNamesSaySo() throws NoSuchMethodException {
        assertThat(forkOf("threadIdsEqualModulo64"))
                .containsExactly(
                        "-Djmh.executor=CUSTOM",
                        "-Djmh.executor.class=" + StridedThreads.class.getName(),
                        "-DthreadIdStride=64");
        assertThat(forkOf("threadIdsEven")).endsWith("-DthreadIdStride=2");
    }

    private static String[] forkOf(String method) throws NoSuchMethodException {
        return ContestantBenchmark.class
                .getMethod(method, ContestantBenchmark.Caller.class)
                .getAnnotation(Fork.class)
                .jvmArgsAppend();
    }
}
