package org.uidgenerator.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.LeaseStoreScene;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.contract.UidGeneratorContract;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Generators that are closed. */
class GeneratorClosingTest {
    private static final AtomicLong NAMES = new AtomicLong();

    /** Of ticks of 256 UIDs: more than those that are reserved at first, for a second. */
    private static final int UIDS = 320 * 1_024;

    @Nested
    class Cached implements ClosingContract.OfThreads<ManagedUidGenerator> {
        @Override
        public Threaded<ManagedUidGenerator> newScene() {
            return new GeneratorScene() {
                @Override
                public ManagedUidGenerator open() {
                    return options(CachedUidGenerator.builder(assigner))
                            .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(5)))
                            .rejectedPutBufferHandler(ring -> runTask())
                            .build();
                }

                @Override
                public void runInItsThread(ManagedUidGenerator opened, Runnable closing) {
                    task.set(closing);
                    Callers.start(1, () -> call(opened));
                }
            };
        }
    }

    @Nested
    class Default implements ClosingContract.OfThreads<ManagedUidGenerator> {
        @Override
        public Threaded<ManagedUidGenerator> newScene() {
            return new GeneratorScene() {
                @Override
                public ManagedUidGenerator open() {
                    return options(DefaultUidGenerator.builder(this::assign))
                            .maxWait(Duration.ofMinutes(5))
                            .build();
                }

                private WorkerLease assign(LeaseRequest request) {
                    if (Thread.currentThread().getName().equals(name + "-lease")) {
                        runTask();
                    }
                    return assigner.assignWorkerId(request);
                }

                /** The thread that takes another worker id. */
                @Override
                public void runInItsThread(ManagedUidGenerator opened, Runnable closing) {
                    task.set(closing);
                    assigner.evict(opened.status().workerId());
                    Callers.start(1, () -> call(opened));
                }
            };
        }
    }

    /** With a file that remembers its ticks. */
    @Nested
    class Remembered implements ClosingContract<ManagedUidGenerator> {
        @TempDir
        Path folder;

        @Override
        public Scene<ManagedUidGenerator> newScene() {
            String name = "closed-generator-" + NAMES.incrementAndGet();
            Path file = folder.resolve("tick.file");
            return new Scene<>() {
                @Override
                public ManagedUidGenerator open() throws IOException {
                    StaticWorkerIdAssigner assigner =
                            StaticWorkerIdAssigner.of(7).withTickFile(file);
                    assigner.createFile(UidLayout.DEFAULT, Instant.now());
                    return DefaultUidGenerator.builder(assigner).name(name).build();
                }

                @Override
                public void call(ManagedUidGenerator opened) {
                    opened.getUID();
                }

                @Override
                public String refusal() {
                    return name + " is closed";
                }

                @Override
                public List<String> threads() {
                    return Leftovers.threads(name + "-");
                }

                @Override
                public List<String> held() {
                    return Leftovers.descriptors(file);
                }
            };
        }
    }

    private abstract static class GeneratorScene extends LeaseStoreScene<ManagedUidGenerator> {
        final String name;
        final LeasedWorkerIds assigner = LeasedWorkerIds.builder(store)
                .reservation(Duration.ofSeconds(1))
                .closeTimeout(Duration.ofMillis(100))
                .build();

        GeneratorScene() {
            this("closed-generator-" + NAMES.incrementAndGet());
        }

        private GeneratorScene(String name) {
            super("of-" + name);
            this.name = name;
        }

        <B extends UidGeneratorBuilder<B>> B options(B builder) {
            return builder.name(name).layout(UidGeneratorContract.QUICK_TICKS);
        }

        @Override
        public void call(ManagedUidGenerator opened) {
            opened.getUIDs(new long[UIDS]);
        }

        @Override
        public String refusal() {
            return name + " is closed";
        }

        @Override
        public List<String> threads() {
            return Leftovers.threads(name + "-");
        }

        @Override
        public List<String> held() {
            return Leftovers.workerIds(rows);
        }

        @Override
        public void close() {
            super.close();
            assigner.close();
        }
    }
}
