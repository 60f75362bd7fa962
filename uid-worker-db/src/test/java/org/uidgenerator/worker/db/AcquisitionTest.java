package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;

/** Where a holder starts, whatever its clock says. */
class AcquisitionTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    private static Acquisition.Wish at(long nowTick) {
        return new Acquisition.Wish(
                LAYOUT, 0, 9, nowTick, nowTick, nowTick + 60, nowTick + 86_400, 600, Optional.empty());
    }

    @Test
    void startsAboveTheReservedTicksOfAWorkerIdThatWasGivenBack() {
        LeaseRow givenBack = new LeaseRow(7, 3, 5_000, 1_200, true);

        assertThat(at(100).takeOver(givenBack, 4))
                .isEqualTo(new Acquisition(7, 4, 5_001, new Reservation(5_600, 600), false));
        assertThat(at(9_000).takeOver(givenBack, 4).firstTick()).isEqualTo(9_000);
    }

    @Test
    void startsAboveTheAnnouncedTicksOfAWorkerIdWhoseHolderDisappeared() {
        LeaseRow disappeared = new LeaseRow(7, 3, 5_000, 1_200, false);

        assertThat(at(100).takeOver(disappeared, 4))
                .isEqualTo(new Acquisition(7, 4, 6_201, new Reservation(6_800, 600), false));
    }

    @Test
    void startsAtTheTickOfNowUnderANewWorkerId() {
        assertThat(at(100).insert(7, 4)).isEqualTo(new Acquisition(7, 4, 100, new Reservation(699, 600), true));
    }

    @Test
    void reservesNoTickBeyondTheLayoutsLast() {
        long last = LAYOUT.maxTick();

        assertThat(at(last - 5).insert(7, 4).reservation()).isEqualTo(new Reservation(last, 600));
        assertThat(at(last + 5).insert(7, 4).reservation()).isEqualTo(new Reservation(last + 4, 600));
    }
}
