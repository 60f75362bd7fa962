package org.uidgenerator.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

class LeasedTicksTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger leases = new AtomicInteger();

    private LeasedTicks ticks(UidLayout layout, Duration maxBorrow, long leaseBorrows) {
        WorkerIdAssigner assigner = any -> {
            leases.incrementAndGet();
            return new WorkerLease() {
                @Override
                public long workerId() {
                    return 1;
                }

                @Override
                public long latestTick(long currentTick) {
                    return currentTick + leaseBorrows;
                }
            };
        };
        return new LeasedTicks(layout, assigner, new TickClock(layout, time.clock, maxBorrow));
    }

    private long now() {
        return UidLayout.DEFAULT.tickAt(time.clock.millis());
    }

    @Test
    void reservesUpToTheLatestTickOfTheClock() {
        LeasedTicks ticks = ticks(UidLayout.DEFAULT, Duration.ofSeconds(3), 9);

        assertThat(ticks.reserveAfter(now() + 2)).isEqualTo(UidLayout.DEFAULT.encode(now() + 3, 1, 0));
        assertThat(ticks.reserveAfter(now() + 3)).isEqualTo(LeasedTicks.NOT_YET);
    }

    @Test
    void reservesUpToTheLatestTickOfTheLease() {
        LeasedTicks ticks = ticks(UidLayout.DEFAULT, Duration.ofSeconds(9), 3);

        assertThat(ticks.reserveAfter(now() + 2)).isEqualTo(UidLayout.DEFAULT.encode(now() + 3, 1, 0));
        assertThat(ticks.reserveAfter(now() + 3)).isEqualTo(LeasedTicks.NOT_YET);
    }

    @Test
    void takesNoWorkerIdAnewOnceTheLayoutHasEnded() {
        LeasedTicks ticks = ticks(UidLayout.DEFAULT, Duration.ZERO, 0);
        time.clock.advance(Duration.ofDays(70 * 365));

        assertThatThrownBy(ticks::takeAnew)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("the time bits are used up: ");
        assertThat(leases).hasValue(1);
    }
}
