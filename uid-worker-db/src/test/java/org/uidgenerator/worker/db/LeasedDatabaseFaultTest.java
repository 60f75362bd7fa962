package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** What generators with leased worker ids do while the server is frozen, dead and back again. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT)
class LeasedDatabaseFaultTest {
    /** A hundred ticks of 1024 UIDs are reserved. */
    private static final UidLayout LAYOUT = UidLayout.of(40, 13, 10);

    private static final Duration RESERVATION = Duration.ofSeconds(100);

    private final Set<Long> uids = new HashSet<>();

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.uidgenerator.worker.db.DatabaseFaultTest#servers")
    void goesOnUntilReservedTicksAreUsedUpAndRecoversByItself(String name, Supplier<RealServer> newServer) {
        try (RealServer server = newServer.get()) {
            server.start();
            String url = server.url(server.newDatabase(), RealServer.TIMEOUT);
            try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(
                                    JdbcLeaseStore.builder(new DriverManagerDataSource(url))
                                            .tableCreation(TableCreation.ALWAYS)
                                            .build())
                            .reservation(RESERVATION)
                            .closeTimeout(RealServer.TIMEOUT)
                            .build();
                    CachedUidGenerator generator = CachedUidGenerator.builder(assigner)
                            .layout(LAYOUT)
                            .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofSeconds(2)))
                            .build()) {
                long workerId = LAYOUT.decode(generator.getUID()).workerId();

                server.pause();
                Duration slowest = takeTicks(generator, 45);
                assertThat(slowest).isLessThan(RealServer.TIMEOUT);
                server.resume();

                server.kill9();
                assertThatThrownBy(() -> takeTicks(generator, 1_000))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessageStartingWith("uid-generator has no UID after waiting for ")
                        .hasMessageContaining("no ticks of worker id 0 are reserved: ")
                        .hasMessageNotContaining("no answer yet") // but what the database says
                        .hasRootCauseInstanceOf(Exception.class);
                assertThat(uids).hasSizeGreaterThan(90 * 1024);

                server.start();
                awaitUid(generator);
                takeTicks(generator, 300);
                assertThat(uids.stream().map(uid -> LAYOUT.decode(uid).workerId()))
                        .containsOnly(workerId);
            }
        }
    }

    /** Takes the UIDs of some ticks and says how long the slowest call took. */
    private Duration takeTicks(CachedUidGenerator generator, int ticks) {
        long slowest = 0;
        for (long i = 0; i < ticks * (LAYOUT.maxSequence() + 1); i++) {
            long start = System.nanoTime();
            long uid = generator.getUID();
            slowest = Math.max(slowest, System.nanoTime() - start);
            assertThat(uids.add(uid)).isTrue();
        }
        return Duration.ofNanos(slowest);
    }

    private void awaitUid(CachedUidGenerator generator) {
        uids.add(Patience.untilNo(UidGenerateException.class, generator::getUID));
    }
}
