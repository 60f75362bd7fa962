package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

class DataCenterWorkerIdAssignerTest {
    private final UidLayout layout = LayoutPreset.TWITTER.layout();

    @Test
    void putsTheDataCentreInFrontOfTheMachine() {
        List<UidLayout> asked = new ArrayList<>();
        WorkerIdAssigner machines = within -> {
            asked.add(within.layout());
            return WorkerLease.neverReused(26);
        };

        WorkerLease lease = new DataCenterWorkerIdAssigner(11, machines).assignWorkerId(LeaseRequest.of(layout));

        assertThat(lease.isRevoked()).isFalse();
        assertThat(lease.workerId()).isEqualTo(378).isEqualTo(layout.workerId(11, 26));
        assertThat(asked).containsExactly(layout.withinDataCenter());
        assertThat(asked.get(0)).hasToString("41/5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z");
    }

    @Test
    void knowsADataCentre0() {
        assertThat(new DataCenterWorkerIdAssigner(0, within -> WorkerLease.neverReused(26))
                        .assignWorkerId(LeaseRequest.of(layout))
                        .workerId())
                .isEqualTo(26);
    }

    @Test
    void leavesTheTicksToTheLeaseOfTheMachine() {
        LeaseState state = LeaseState.through(77);
        RecordingLease machine = new RecordingLease(3, 1_000) {
            @Override
            public long latestTick(long currentTick) {
                return currentTick + 5;
            }

            @Override
            public boolean isRevoked() {
                return true;
            }

            @Override
            public LeaseState state() {
                return state;
            }
        };

        WorkerLease lease =
                new DataCenterWorkerIdAssigner(1, within -> machine).assignWorkerId(LeaseRequest.of(layout));
        lease.reserve(1_007);
        lease.release(1_009);

        assertThat(lease.firstTick()).isEqualTo(1_000);
        assertThat(lease.latestTick(10)).isEqualTo(15);
        assertThat(lease.isRevoked()).isTrue();
        assertThat(lease.state()).isSameAs(state);
        assertThat(machine.reservedThrough()).isEqualTo(1_007);
        assertThat(machine.releases()).containsExactly(1_009L);
    }

    @Test
    void hasAsManyWorkerIdsForAGeneratorAsThereAreMachineIds() {
        DataCenterWorkerIdAssigner assigner = new DataCenterWorkerIdAssigner(
                11, StaticWorkerIdAssigner.of(26, 27).withNamespace("machines-of-one"));

        assertThat(assigner.mostWorkerIds()).isEqualTo(2);
        assertThat(assigner.assignWorkerId(LeaseRequest.of(layout).withOrdinal(1))
                        .workerId())
                .isEqualTo(layout.workerId(11, 27));
    }

    @Test
    void asksAStoreIfItIsAskedForMachineIds() {
        WorkerIdAssigner leased = LeasedWorkerIds.on(new InMemoryLeaseStore("machines", InstantSource.system()));

        assertThat(new DataCenterWorkerIdAssigner(11, leased).asksStore()).isTrue();
        assertThat(new DataCenterWorkerIdAssigner(11, StaticWorkerIdAssigner.of(26)).asksStore())
                .isFalse();
    }

    @Test
    void refusesADataCentreThatDoesNotFitBeforeItTakesAMachineId() {
        WorkerIdAssigner never = within -> {
            throw new AssertionError("asked for a machine id");
        };

        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(32, never).assignWorkerId(LeaseRequest.of(layout)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dataCenterId must be in [0, 31] (dataCenterBits=5): dataCenterId=32");
        assertThatThrownBy(() ->
                        new DataCenterWorkerIdAssigner(1, never).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .hasMessage("dataCenterId must be in [0, 0] (dataCenterBits=0): dataCenterId=1");
        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(-1, never))
                .hasMessage("dataCenterId must not be negative: dataCenterId=-1");
    }

    @Test
    void refusesAMachineIdThatDoesNotFit() {
        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(1, within -> WorkerLease.neverReused(32))
                        .assignWorkerId(LeaseRequest.of(layout)))
                .hasMessage("machineId must be in [0, 31] (workerBits - dataCenterBits=5): machineId=32");
    }

    @Test
    void givesTheMachineIdBackThatDoesNotFit() {
        RecordingLease tooGreat = new RecordingLease(32, 1_000);

        assertThatThrownBy(() ->
                        new DataCenterWorkerIdAssigner(1, within -> tooGreat).assignWorkerId(LeaseRequest.of(layout)))
                .hasMessage("machineId must be in [0, 31] (workerBits - dataCenterBits=5): machineId=32");
        assertThat(tooGreat.releases()).containsExactly(999L);
    }

    @Test
    void saysBothWhatDoesNotFitAndThatItCannotBeGivenBack() {
        UidGenerateException storeIsAway = new UidGenerateException("the store is unavailable");
        RecordingLease tooGreat = new RecordingLease(32, 1_000) {
            @Override
            public void release(long lastTick) {
                throw storeIsAway;
            }
        };

        assertThatThrownBy(() ->
                        new DataCenterWorkerIdAssigner(1, within -> tooGreat).assignWorkerId(LeaseRequest.of(layout)))
                .hasMessage("machineId must be in [0, 31] (workerBits - dataCenterBits=5): machineId=32")
                .hasSuppressedException(storeIsAway);
    }

    @Test
    void refusesASecondGeneratorOfOneStaticMachineId() {
        WorkerIdAssigner machine = StaticWorkerIdAssigner.of(26).withNamespace("second-machine");
        LeaseRequest request = LeaseRequest.of(layout).withName("first");
        WorkerLease first = new DataCenterWorkerIdAssigner(11, machine).assignWorkerId(request);

        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(11, machine).assignWorkerId(request))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 378 of namespace second-machine belongs to generator first of this JVM until that one is closed or suspended: do that first,"
                                + " or give this one another workerId, or another namespace if UIDs of the two may be equal");
        first.release(first.firstTick() + 500_000);
        assertThat(new DataCenterWorkerIdAssigner(11, machine)
                        .assignWorkerId(request)
                        .firstTick())
                .isEqualTo(first.firstTick() + 500_001);
    }

    @Test
    void letsEachDataCentreHaveTheSameStaticMachineId() {
        WorkerIdAssigner machine = StaticWorkerIdAssigner.of(26).withNamespace("same-machine");

        assertThat(new DataCenterWorkerIdAssigner(11, machine)
                        .assignWorkerId(LeaseRequest.of(layout))
                        .workerId())
                .isEqualTo(378);
        assertThat(new DataCenterWorkerIdAssigner(12, machine)
                        .assignWorkerId(LeaseRequest.of(layout))
                        .workerId())
                .isEqualTo(410);
    }

    @Test
    void refusesAStaticMachineIdThatIsPartOfAStaticWorkerId() {
        LeaseRequest request = LeaseRequest.of(layout);
        StaticWorkerIdAssigner.of(378).withNamespace("whole-id").assignWorkerId(request);
        WorkerIdAssigner machine = StaticWorkerIdAssigner.of(26).withNamespace("whole-id");

        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(
                                11,
                                within -> machine.assignWorkerId(within.withName("b")
                                        .withMaxBorrow(Duration.ZERO)
                                        .withoutClock()))
                        .assignWorkerId(request))
                .hasMessageStartingWith(
                        "worker id 378 of namespace whole-id belongs to generator uid-generator of this JVM");
        assertThat(machine.assignWorkerId(request.withLayout(layout.withinDataCenter()))
                        .workerId())
                .isEqualTo(26);
    }

    @Test
    void passesRequestsOnWithinADataCentre0OfALayoutThatHasNone() {
        WorkerIdAssigner machine = StaticWorkerIdAssigner.of(26).withNamespace("no-centre");
        WorkerLease lease = new DataCenterWorkerIdAssigner(11, new DataCenterWorkerIdAssigner(0, machine))
                .assignWorkerId(LeaseRequest.of(layout));

        assertThat(lease.workerId()).isEqualTo(378);
        assertThatThrownBy(() -> new DataCenterWorkerIdAssigner(11, machine).assignWorkerId(LeaseRequest.of(layout)))
                .hasMessageStartingWith("worker id 378 of namespace no-centre belongs to");
    }

    @Test
    void namesTheArgumentThatIsMissing() {
        assertThatNullPointerException()
                .isThrownBy(() -> new DataCenterWorkerIdAssigner(1, null))
                .withMessage("machineIdAssigner");
        assertThatNullPointerException()
                .isThrownBy(() ->
                        new DataCenterWorkerIdAssigner(1, within -> WorkerLease.neverReused(1)).assignWorkerId(null))
                .withMessage("request");
    }
}
