package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** A generator whose lease says nothing about what it has reserved is started when the first tick is. */
class FirstTickTest {
    private final VirtualTime time = new VirtualTime();
    private final List<OneByOneLease> leases = new ArrayList<>();
    private @Nullable RuntimeException outage;

    private enum Kind {
        CACHED {
            @Override
            UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner) {
                return CachedUidGenerator.builder(assigner);
            }
        },
        ON_DEMAND {
            @Override
            UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner) {
                return DefaultUidGenerator.builder(assigner);
            }
        };

        abstract UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner);
    }

    private UidGeneratorBuilder<?> builder(Kind kind) {
        return kind.builder(layout -> {
                    OneByOneLease lease = new OneByOneLease(7 + leases.size());
                    lease.outage = outage;
                    leases.add(lease);
                    return lease;
                })
                .name("orders")
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time);
    }

    @ParameterizedTest
    @EnumSource
    void isStartedWhenItHasATick(Kind kind) {
        ManagedUidGenerator generator = builder(kind).build();

        assertThat(generator.tryGetUID(Duration.ZERO)).isPresent();
        assertThat(generator.status().waits()).isZero();
        generator.suspend();
        time.pass(Duration.ofSeconds(9));
        generator.resume();
        assertThat(generator.tryGetUID(Duration.ZERO)).isPresent();
        assertThat(generator.status().waits()).isZero();
        generator.close();
    }

    @ParameterizedTest
    @EnumSource
    void isNotStartedIfTheStoreFails(Kind kind) {
        outage = new UidGenerateException("the store is unavailable");

        assertThatThrownBy(() -> builder(kind).build())
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot start: no ticks of worker id 7 are reserved: the store is unavailable")
                .hasCause(outage);

        assertLeftNothing();
    }

    @ParameterizedTest
    @EnumSource
    void isNotStartedIfTheStoreDoesNotAnswer(Kind kind) {
        UidGeneratorBuilder<?> builder = builder(kind).threadFactory(NeverRuns::new);
        long start = time.nanoTime();

        assertThatThrownBy(builder::build)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot start: no ticks of worker id 7 are reserved: no answer yet")
                .hasCauseInstanceOf(TimeoutException.class)
                .hasRootCauseMessage("no answer within PT5S");

        assertThat(Duration.ofNanos(time.nanoTime() - start))
                .isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
        assertLeftNothing();
    }

    @ParameterizedTest
    @EnumSource
    void isNotStartedIfItIsInterrupted(Kind kind) {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> builder(kind).build())
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot start: it was interrupted while it waited for the store")
                .hasCauseInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertLeftNothing();
    }

    @ParameterizedTest
    @EnumSource
    void staysSuspendedIfTheStoreFailsAndTriesAgain(Kind kind) {
        ManagedUidGenerator generator = builder(kind).build();
        generator.suspend();
        time.pass(Duration.ofSeconds(9));
        outage = new UidGenerateException("the store is unavailable");

        assertThatThrownBy(generator::resume)
                .hasMessage("orders cannot start: no ticks of worker id 8 are reserved: the store is unavailable");
        assertThatThrownBy(generator::getUID).hasMessage("orders is suspended");
        assertLeftNothing();

        outage = null;
        generator.resume();
        assertThat(generator.tryGetUID(Duration.ZERO)).isPresent();
        generator.close();
        assertLeftNothing();
    }

    @ParameterizedTest
    @EnumSource
    void takesAnotherWorkerIdIfTheFirstIsLostAtOnce(Kind kind) {
        ManagedUidGenerator generator = kind.builder(layout -> {
                    OneByOneLease lease = new OneByOneLease(7 + leases.size());
                    lease.outage = leases.isEmpty() ? new WorkerLeaseLostException("gone") : null;
                    leases.add(lease);
                    return lease;
                })
                .name("orders")
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build();

        assertThat(generator.status().workerId()).isEqualTo(8);
        assertThat(generator.tryGetUID(Duration.ZERO)).isPresent();
    }

    /** All leases are back, and no thread is about to do anything. */
    private void assertLeftNothing() {
        time.pass(Duration.ofMinutes(1));
        assertThat(leases)
                .allSatisfy(lease -> assertThat(lease.releases()).as("releases").hasSize(1));
        assertThat(time.busyThreads()).isZero();
    }
}
