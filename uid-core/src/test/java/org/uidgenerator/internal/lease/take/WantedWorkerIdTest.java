package org.uidgenerator.internal.lease.take;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** Where a holder starts, whatever its clock says. */
class WantedWorkerIdTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    private static WantedWorkerId at(long nowTick) {
        return at(nowTick, true);
    }

    private static WantedWorkerId at(long nowTick, boolean isSticky) {
        StoreClock clocks = new StoreClock(
                StartingGenerator.STANDING,
                StartingGenerator.STANDING,
                Duration.ofMinutes(5),
                "STORE",
                Duration.ZERO,
                NanoClock.SYSTEM);
        LeaseOptions options = new LeaseOptions(
                new InMemoryLeaseStore("default", InstantSource.system()),
                0,
                null,
                Duration.ofMinutes(10),
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                "me",
                isSticky,
                "host",
                null,
                null,
                LockedFile::open,
                Environment.REAL);
        return new WantedWorkerId(
                new StartingGenerator(LAYOUT, Duration.ofDays(1), clocks, false), options, 9, nowTick, nowTick);
    }

    private static LeaseRow held(long term, long reservedThrough, long nextReservation, String holder) {
        return new LeaseRow(7, term, reservedThrough, nextReservation, LAYOUT.toString(), holder, true);
    }

    @Test
    void startsAboveTheReservedTicksOfAWorkerIdThatWasGivenBack() {
        LeaseRow givenBack = RowRules.givenBack(held(3, 6_000, 1_200, "it"), 5_000);

        assertThat(at(100).takeOver(givenBack, RowRules.firstTickOfSuccessor(givenBack), 4))
                .isEqualTo(new Acquisition(givenBack, 5_001, held(4, 5_600, 600, "me")));
        assertThat(at(9_000)
                        .takeOver(givenBack, RowRules.firstTickOfSuccessor(givenBack), 4)
                        .firstTick())
                .isEqualTo(9_000);
    }

    @Test
    void startsAboveTheAnnouncedTicksOfAWorkerIdWhoseHolderDisappeared() {
        LeaseRow disappeared = held(3, 5_000, 1_200, "it");

        assertThat(at(100).takeOver(disappeared, RowRules.firstTickOfSuccessor(disappeared), 4))
                .isEqualTo(new Acquisition(disappeared, 6_201, held(4, 6_800, 600, "me")));
    }

    @Test
    void startsAtTheTickOfNowUnderANewWorkerId() {
        assertThat(at(100).insert(7, 4)).isEqualTo(new Acquisition(null, 100, held(4, 699, 600, "me")));
    }

    @Test
    void comesBackToTheRowOfItsNameIfThatIsTheSameAfterARestart() {
        assertThat(at(100).comesBackTo(held(3, 0, 0, "me"))).isTrue();
        assertThat(at(100).comesBackTo(held(3, 0, 0, "other"))).isFalse();
        WantedWorkerId unnamed = at(100, false);
        assertThat(unnamed.comesBackTo(unnamed.insert(7, 4).row())).isFalse();
    }

    @Test
    void reservesNoTickBeyondTheLayoutsLast() {
        long last = LAYOUT.maxTick();

        assertThat(at(last - 5).insert(7, 4).row()).isEqualTo(held(4, last, 600, "me"));
        assertThat(at(last + 5).insert(7, 4).row()).isEqualTo(held(4, last + 4, 600, "me"));
    }
}
