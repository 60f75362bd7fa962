package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.BackgroundThreadContract;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.contract.UidGeneratorContract;
import org.uidgenerator.worker.WorkerLease;

/** Generators whose threads cannot be started. */
class GeneratorThreadsTest {
    @Nested
    class Padder implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            List<RecordingLease> leases = new CopyOnWriteArrayList<>();
            return new User() {
                @Override
                public void work() {
                    CachedUidGenerator.builder(layout -> {
                                RecordingLease lease = new RecordingLease(7, 0);
                                leases.add(lease);
                                return lease;
                            })
                            .name("orders")
                            .threadFactory(threads)
                            .build()
                            .close();
                }

                @Override
                public String threads() {
                    return "orders-padder";
                }

                @Override
                public void assertNothingLeft() {
                    assertThat(leases)
                            .isNotEmpty()
                            .allMatch(lease -> lease.releases().size() == 1);
                }

                @Override
                public void close() {}
            };
        }
    }

    @Nested
    class Ticks implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            ManagedUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                    .name("orders")
                    .threadFactory(threads)
                    .build();
            return new Caller(generator, "orders-ticks");
        }
    }

    @Nested
    class Replacement implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            List<Revocable> leases = new CopyOnWriteArrayList<>();
            ManagedUidGenerator generator = CachedUidGenerator.builder(layout -> {
                        Revocable lease = new Revocable(leases.size());
                        leases.add(lease);
                        return lease;
                    })
                    .name("orders")
                    .layout(UidGeneratorContract.QUICK_TICKS)
                    .maxStaleness(Duration.ofMillis(200))
                    .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMillis(100)))
                    .threadFactory(threads)
                    .build();
            leases.get(0).revoked = true;
            return new Caller(generator, "orders-lease");
        }
    }

    /** A lease that its store may go back on. */
    private static final class Revocable extends RecordingLease {
        private volatile boolean revoked;

        Revocable(long workerId) {
            super(workerId, 0);
        }

        @Override
        public boolean isRevoked() {
            return revoked;
        }
    }

    private record Caller(ManagedUidGenerator generator, String threads) implements BackgroundThreadContract.User {
        @Override
        public void work() {
            generator.getUID();
        }

        @Override
        public void assertNothingLeft() {
            assertThat(generator.status().failure()).isNotNull();
        }

        @Override
        public void close() {
            generator.close();
        }
    }
}
