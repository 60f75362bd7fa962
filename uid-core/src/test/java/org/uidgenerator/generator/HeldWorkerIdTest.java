package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** What may be claimed under one lease. */
class HeldWorkerIdTest {
    private final List<String> losses = new ArrayList<>();

    private HeldWorkerId holding(WorkerLease lease) {
        return new HeldWorkerId(0, lease, 0, why -> losses.add(why.getMessage()));
    }

    @Test
    void claimsWhatItHasReserved() {
        HeldWorkerId held = holding(new OneByOneLease(7));
        assertThat(held.tryClaim(5)).isFalse();
        assertThat(held.mustReserve()).isTrue();

        held.reserve();

        assertThat(held.mustReserve()).isFalse();
        assertThat(held.tryClaim(5)).isTrue();
        assertThat(held.tryClaim(6)).isFalse();
        assertThat(held.lastClaimed()).isEqualTo(5);
    }

    /** The next lease of the same worker id has to reserve a tick itself, whatever the one before had. */
    @Test
    void knowsNothingOfWhatAnotherLeaseHasReserved() {
        HeldWorkerId before = holding(new OneByOneLease(7));
        before.tryReserve(5);
        before.reserve();

        HeldWorkerId held = holding(new OneByOneLease(7));

        assertThat(held.tryClaim(5)).isFalse();
        assertThat(held.lastClaimed()).isNegative();
    }

    @Test
    void claimsNothingAfterItsEnd() {
        RecordingLease lease = new RecordingLease(7, 0);
        HeldWorkerId held = holding(lease);
        held.tryClaim(5);

        assertThat(held.end()).isTrue();
        assertThat(held.tryClaim(5)).isFalse();
        assertThat(held.tryClaim(6)).isFalse();
        assertThat(held.mustReserve()).isFalse();
        assertThat(held.end()).isFalse();
        held.giveBack(Long.MAX_VALUE);

        assertThat(lease.releases()).containsExactly(5L);
        assertThat(losses).isEmpty();
    }

    @Test
    void goesBackWithTheTickBeforeItsFirstIfNoneWasClaimed() {
        RecordingLease lease = new RecordingLease(7, 42);
        HeldWorkerId held = holding(lease);

        held.end();
        held.giveBack(Long.MAX_VALUE);

        assertThat(lease.releases()).containsExactly(41L);
    }

    @Test
    void goesBackWithTheLastTickThatWasUsedIfThatIsLowerThanTheOneClaimed() {
        for (long[] each : new long[][] {{43, 43}, {45, 45}, {46, 45}, {41, 41}, {3, 41}}) {
            RecordingLease lease = new RecordingLease(7, 42);
            HeldWorkerId held = holding(lease);
            held.tryClaim(45);

            held.end();
            held.giveBack(each[0]);

            assertThat(lease.releases()).containsExactly(each[1]);
        }
    }

    @Test
    void knowsWhyAWantedTickIsNotReserved() {
        OneByOneLease lease = new OneByOneLease(7);
        HeldWorkerId held = holding(lease);
        IllegalStateException failure = new IllegalStateException("the store is unavailable");
        assertThat(held.lacksTicks()).isFalse(); // nothing is wanted

        held.tryReserve(5);
        assertThat(held.lacksTicks()).isTrue();
        assertThat(held.whyNone(failure)).isSameAs(failure);
        assertThat(held.whyNone(null)).isNull();

        lease.outage = new WorkerLeaseLostException("gone to host 9");
        held.reserve();
        held.forget(5);
        assertThat(held.lacksTicks()).isTrue();
        assertThat(held.whyNone(failure)).isSameAs(failure);
        assertThat(held.whyNone(null)).isNull();
    }

    @Test
    void isLeavingUntilItJoinsAgainOrIsLost() {
        OneByOneLease lease = new OneByOneLease(7);
        HeldWorkerId held = holding(lease);
        held.leave();
        assertThat(held.isLeaving()).isTrue();
        assertThat(held.takesPart()).isFalse();

        held.joinAgain();
        assertThat(held.isLeaving()).isFalse();
        assertThat(held.takesPart()).isTrue();

        held.leave();
        lease.outage = new WorkerLeaseLostException("gone to host 9");
        held.reserve();
        assertThat(held.isLeaving()).isFalse();
        assertThat(held.takesPart()).isFalse();
    }

    @Test
    void wantsNoTickThatWasForgotten() throws Exception {
        HeldWorkerId held = holding(new OneByOneLease(7));
        held.tryReserve(5);

        held.forget(4);
        assertThat(held.mustReserve()).isTrue();
        held.forget(5);
        assertThat(held.mustReserve()).isFalse();
        assertThat(Callers.start(1, () -> held.tryReserve(6)).failures())
                .as("of another thread, such as the padder")
                .isEmpty();
    }
}
