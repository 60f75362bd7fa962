package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.contract.RestingLeaseStore.GRACE;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.RestingLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.lease.VirtualEnvironment;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.StoreCalls;

/** Leases from a store that confirms a write two seconds later, in virtual time. */
class RestingLeaseTest {
    private static final Duration RESERVATION = Duration.ofSeconds(20);
    private static final Duration UNTIL_DUE = RESERVATION.multipliedBy(3).dividedBy(4);

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore memory = new InMemoryLeaseStore("default", clock);
    private final DisturbedLeaseStore disturbed = new DisturbedLeaseStore(memory, clock);
    private final List<Long> rests = new ArrayList<>();
    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - GRACE.toNanos());

    private Runnable whileItRests = () -> {};

    private final LeasedWorkerIds assigner = LeasedWorkerIds.builder(
                    new RestingLeaseStore(disturbed, () -> time.nanos, this::rest))
            .reservation(RESERVATION)
            .environment(time.environment())
            .build();

    private LeaseRequest request() {
        return LeaseRequest.of(UidLayout.DEFAULT).withClock(clock);
    }

    @AfterEach
    void close() {
        assigner.close();
    }

    private void rest(long rest) {
        rests.add(rest);
        time.nanos += rest;
        whileItRests.run();
    }

    private WorkerLease assign() {
        WorkerLease lease = assigner.assignWorkerId(request());
        rests.clear(); // a start rests in its own thread
        return lease;
    }

    /** Lets time pass and does what is due then, whether a thread would rest in it or not. */
    private void pass(Duration duration) {
        time.nanos += duration.toNanos();
        clock.advance(duration);
        HoldSeams.threads(assigner.keeper).tasks().forEach(BackgroundTask::runOnce);
    }

    private LeaseRow row(WorkerLease lease) {
        return memory.find(lease.workerId()).orElseThrow();
    }

    @Test
    void isTakenAgainIfACrashHasLostTheStoreIdentityMeanwhile() {
        StoreIdentity made = StoreIdentity.random(
                "default", UidLayout.DEFAULT.text(), "other", clock.instant(), ThreadLocalRandom.current());
        whileItRests = () -> memory.setIdentity(made);

        assertThatThrownBy(this::assign)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "MEMORY (namespace default) has crashed and lost its store identity while a worker id was taken: try again");
        assertThat(memory.list(0, Long.MAX_VALUE)).isEmpty();

        assertThat(assign().state().identity()).hasValue(made.toString());
    }

    @Test
    void hasNoTickBeforeItsReservationIsConfirmed() {
        WorkerLease lease = assign();
        long before = lease.state().reservedThrough();

        pass(UNTIL_DUE);
        pass(GRACE.minusNanos(1));
        assertThat(row(lease).reservedThrough()).isGreaterThan(before);
        assertThat(lease.state().reservedThrough()).isEqualTo(before);
        assertThat(lease.state().usableThrough()).isEqualTo(before);

        pass(Duration.ofNanos(1));
        assertThat(lease.state().reservedThrough()).isEqualTo(row(lease).reservedThrough());
        assertThat(lease.state().usableThrough()).isEqualTo(row(lease).reservedThrough());
    }

    @Test
    void isDoneAgainWhenItsReservationCanBeConfirmed() {
        assign();
        pass(UNTIL_DUE);

        assertThat(HoldSeams.threads(assigner.keeper).tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.nanosUntilNext()).isEqualTo(GRACE.toNanos()));
    }

    @Test
    void confirmsTheReservationsOfAllLeasesAfterOneRest() {
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            leases.add(assign());
        }
        List<Long> before =
                leases.stream().map(lease -> lease.state().reservedThrough()).toList();

        pass(UNTIL_DUE);
        pass(GRACE);

        assertThat(rests).isEmpty();
        for (int i = 0; i < 100; i++) {
            WorkerLease lease = leases.get(i);
            assertThat(lease.state().reservedThrough())
                    .isGreaterThan(before.get(i))
                    .isEqualTo(row(lease).reservedThrough());
        }
    }

    @Test
    void writesTheSameAgainIfItIsNotConfirmed() {
        WorkerLease lease = assign();
        LeaseRow acquired = row(lease);
        pass(UNTIL_DUE);
        LeaseRow reserved = row(lease);
        assertThat(memory.update(Fence.ofTerm(acquired.term()), acquired)).isTrue(); // a crash has lost it

        pass(GRACE);
        assertThat(lease.state().storeFailure()).hasMessage("what was written is lost");
        assertThat(lease.state().reservedThrough()).isEqualTo(acquired.reservedThrough());
        pass(Duration.ZERO);
        assertThat(row(lease)).isEqualTo(reserved);
        assertThat(lease.state().storeFailure()).hasMessage("what was written is lost");
        pass(GRACE);

        assertThat(lease.state().storeFailure()).isNull();
        assertThat(lease.state().reservedThrough()).isEqualTo(reserved.reservedThrough());
    }

    @Test
    void writesTheSameAgainIfTheStoreDoesNotAnswerTheConfirmation() {
        WorkerLease lease = assign();
        pass(UNTIL_DUE);
        LeaseRow reserved = row(lease);
        disturbed.setAway(true);

        pass(GRACE);
        assertThat(lease.state().storeFailure()).hasMessage("the store is unavailable");
        assertThat(lease.state().reservedThrough()).isLessThan(reserved.reservedThrough());
        disturbed.setAway(false);
        pass(Duration.ZERO);
        pass(GRACE.minusNanos(1)); // since it was written again
        assertThat(lease.state().reservedThrough()).isLessThan(reserved.reservedThrough());
        pass(Duration.ofNanos(1));

        assertThat(lease.state().reservedThrough()).isEqualTo(reserved.reservedThrough());
    }

    /** The first write was done a moment ago, and has not rested. */
    @Test
    void doesNotTakeARowThatSaysWhatWasWantedForAConfirmation() {
        WorkerLease lease = assign();
        long before = lease.state().reservedThrough();
        disturbed.next(Write.DONE_WITHOUT_ANSWER, Write.CONFLICT);
        pass(UNTIL_DUE);
        assertThat(lease.state().storeFailure()).hasMessage("no answer after the write");

        pass(Duration.ZERO);
        assertThat(lease.state().storeFailure())
                .hasMessage("the row of worker id " + lease.workerId() + " is being written by another");
        assertThat(row(lease).reservedThrough()).isGreaterThan(before);
        assertThat(lease.state().reservedThrough()).isEqualTo(before);
        pass(Duration.ZERO);
        pass(GRACE);

        assertThat(lease.state().reservedThrough()).isEqualTo(row(lease).reservedThrough());
    }

    @Test
    void isGivenBackWhileAReservationRests() {
        WorkerLease lease = assign();
        long lastTick = lease.firstTick() + 3;
        pass(UNTIL_DUE);

        lease.release(lastTick);
        pass(Duration.ZERO);

        assertThat(row(lease).held()).isFalse();
        assertThat(row(lease).reservedThrough()).isEqualTo(lastTick);
        assertThat(HoldSeams.threads(assigner.keeper).tasks()).isEmpty();
    }

    @Test
    void countsTheConfirmationAsACallOfItsOwn() {
        assign();
        pass(UNTIL_DUE);
        StoreCalls before = assigner.storeCalls();

        pass(GRACE);

        assertThat(assigner.storeCalls().calls()).isEqualTo(before.calls() + 1);
        assertThat(assigner.storeCalls().failures()).isEqualTo(before.failures());
    }
}
