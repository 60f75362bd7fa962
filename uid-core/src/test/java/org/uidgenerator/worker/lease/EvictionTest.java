package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What becomes of a worker id that an operator takes away from its holder. */
class EvictionTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore memory = new InMemoryLeaseStore("default", clock);
    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
    }

    private LeasedWorkerIdsBuilder on(WorkerLeaseStore store) {
        return LeasedWorkerIds.builder(store);
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(memory);
    }

    private LeasedWorkerIds opened(LeasedWorkerIdsBuilder builder) {
        LeasedWorkerIds assigner = builder.build();
        assigners.add(assigner);
        return assigner;
    }

    /** Takes the next tick after 16 UIDs, whatever the time. */
    private ManagedUidGenerator generator(LeasedWorkerIdsBuilder builder) {
        return CachedUidGenerator.builder(opened(builder))
                .layout(UidLayout.builder()
                        .totalBits(49)
                        .timeBits(31)
                        .workerBits(14)
                        .seqBits(4)
                        .build())
                .clock(clock)
                .build();
    }

    private LeaseRow row(long workerId) {
        return memory.find(workerId).orElseThrow();
    }

    @Test
    void givesNoUidTwiceThoughTheHolderIsAlive() {
        Set<Long> uids = new HashSet<>();
        try (ManagedUidGenerator alive = generator(builder())) {
            long first = alive.getUID();
            uids.add(first);
            evict(opened(builder()));
            try (ManagedUidGenerator next = generator(builder().workerIds(0, 0))) {
                long latest = first;
                while (alive.decode(latest).workerId() == 0 && uids.size() < 2_000_000) {
                    latest = alive.getUID();
                    assertThat(uids.add(latest) && uids.add(next.getUID())).isTrue();
                }
                assertThat(alive.decode(first).workerId()).isZero();
                assertThat(alive.decode(latest).workerId()).isEqualTo(1);
                assertThat(next.decode(next.getUID()).workerId()).isZero();
            }
        }
        assertThat(uids).hasSizeGreaterThan(16 * 600);
    }

    /** As an operator does, who tries again when the holder is just reserving ticks. */
    private static void evict(LeasedWorkerIds operator) {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            try {
                operator.evict(0);
                return;
            } catch (UidGenerateException e) {
                assertThat(e).hasMessageEndingWith("try again");
            }
        }
        throw new AssertionError("its holder never stops reserving");
    }

    @Test
    void letsAHolderWithANameOfItsOwnComeBackAboveAllThatItCanHaveReserved() {
        LeasedWorkerIds alive = opened(builder().holder("a"));
        alive.assignWorkerId(request());
        long announced = Reservation.of(row(0)).announcedThrough();
        opened(builder()).evict(0);

        WorkerLease next = alive.assignWorkerId(request());

        assertThat(next.workerId()).isZero();
        assertThat(next.firstTick()).isEqualTo(announced + 1);
    }

    @Test
    void startsTheNextHolderAboveAReservationThatTheStoreHasLost() {
        LeasedWorkerIds assigner = opened(builder());
        WorkerLease lease = assigner.assignWorkerId(request());
        LeaseRow before = row(0);
        lease.reserve(before.reservedThrough() + 1);
        long used = row(0).reservedThrough();
        lease.reserve(used);
        assigner.close(); // which waits for what it is writing
        assertThat(memory.update(Fence.ofTerm(before.term()), before)).isTrue();

        opened(builder()).evict(0);

        assertThat(opened(builder().workerIds(0, 0)).assignWorkerId(request()).firstTick())
                .isGreaterThan(used);
    }

    @Test
    void keepsOutAReservationThatArrivesLate() {
        DisturbedLeaseStore late = new DisturbedLeaseStore(memory, clock);
        WorkerLease lease = opened(on(late)).assignWorkerId(request());
        long reserved = row(0).reservedThrough();
        late.next(Write.LATE);
        lease.reserve(reserved + 1); // written again at once
        opened(builder()).evict(0);
        LeaseRow evicted = row(0);

        assertThat(late.deliver()).isFalse();
        assertThat(row(0)).isEqualTo(evicted);
        assertThatThrownBy(() -> lease.reserve(evicted.reservedThrough() + 1))
                .isInstanceOf(WorkerLeaseLostException.class);
    }

    @Test
    void saysWhatWasDone() {
        opened(builder().holder("orders-7")).assignWorkerId(request());
        long announced = Reservation.of(row(0)).announcedThrough();
        LeasedWorkerIds operator = opened(builder());
        try (LogRecorder log = new LogRecorder()) {
            operator.evict(0);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING worker id 0 of MEMORY (namespace default) was taken away from orders-7, and continues above tick "
                                    + announced);
        }
        assertThat(operator.workers())
                .extracting(WorkerLeaseStatus::state, WorkerLeaseStatus::holder, WorkerLeaseStatus::reservedThrough)
                .containsExactly(tuple(WorkerLeaseStatus.State.GIVEN_BACK, "orders-7", announced));
    }

    @Test
    void refusesAWorkerIdThatIsNotHeldOrThatIsBeingWritten() {
        opened(builder()).assignWorkerId(request());
        opened(builder().holder("orders-7")).assignWorkerId(request()).release(0);
        LeasedWorkerIds operator = opened(on(new DelegatingLeaseStore(memory) {
            @Override
            public Optional<LeaseRow> find(long workerId) {
                Optional<LeaseRow> found = super.find(workerId);
                found.ifPresent(row -> memory.update(
                        Fence.at(row), new Reservation(Reservation.of(row).announcedThrough(), 600).in(row)));
                return found;
            }
        }));

        assertThatThrownBy(() -> operator.evict(7))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 7 of MEMORY (namespace default) was never taken");
        assertThatThrownBy(() -> operator.evict(1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 1 of MEMORY (namespace default) is not taken away: it is free, orders-7 has given it back");
        assertThatThrownBy(() -> operator.evict(0))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 0 of MEMORY (namespace default) is not taken away: its row was written at the same time, by its"
                                + " holder or by the process that takes it over; try again");
        assertThat(row(0).held()).isTrue();
    }
}
