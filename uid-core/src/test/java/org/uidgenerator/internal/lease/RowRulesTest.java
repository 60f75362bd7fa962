package org.uidgenerator.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** The ticks of a holder and of the next one according to a row, at the edges. */
class RowRulesTest {
    private static LeaseRow row(long reservedThrough, long nextReservation, boolean held) {
        return new LeaseRow(7, 3, reservedThrough, nextReservation, "layout", "holder", held);
    }

    @Test
    void hasExpiredAfterItsLastAnnouncedTick() {
        LeaseRow held = row(100, 20, true);

        assertThat(Reservation.of(held).announcedThrough()).isEqualTo(120);
        assertThat(RowRules.hasExpiredAt(held, 120)).isFalse();
        assertThat(RowRules.hasExpiredAt(held, 121)).isTrue();
        assertThat(RowRules.hasExpiredAt(row(100, 20, false), 121)).isFalse();
    }

    @Test
    void staysReservedBetweenItsReservedAndItsAnnouncedTicks() {
        LeaseRow held = row(100, 20, true);

        assertThat(RowRules.staysReservedAt(held, 100)).isFalse();
        assertThat(RowRules.staysReservedAt(held, 101)).isTrue();
        assertThat(RowRules.staysReservedAt(held, 120)).isTrue();
        assertThat(RowRules.staysReservedAt(held, 121)).isFalse();
        assertThat(RowRules.staysReservedAt(row(100, 20, false), 110)).isFalse();
    }

    @Test
    void lastsForEverIfItsNumbersAreGreaterThanAny() {
        LeaseRow edited = row(Long.MAX_VALUE - 10, 11, true);

        assertThat(Reservation.of(edited).announcedThrough()).isEqualTo(Long.MAX_VALUE);
        assertThat(RowRules.hasExpiredAt(edited, Long.MAX_VALUE)).isFalse();
        assertThat(Reservation.of(row(Long.MAX_VALUE - 10, 10, true)).announcedThrough())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Reservation.of(row(Long.MAX_VALUE - 10, 9, true)).announcedThrough())
                .isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void leavesItsSuccessorWhatItHasNotAnnouncedOrGivenBack() {
        assertThat(RowRules.firstTickOfSuccessor(row(100, 20, true))).isEqualTo(121);
        assertThat(RowRules.firstTickOfSuccessor(row(100, 20, false))).isEqualTo(101);
    }

    @Test
    void agreesWithOneThatSaysTheSameAboutTicks() {
        LeaseRow row = row(100, 20, true);

        assertThat(RowRules.agree(row, new LeaseRow(7, 3, 100, 20, "layout", "other", true)))
                .isTrue();
        assertThat(List.of(row(101, 20, true), row(100, 21, true), row(100, 20, false), RowRules.underTerm(row, 4)))
                .noneMatch(other -> RowRules.agree(row, other));
    }
}
