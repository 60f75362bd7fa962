package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a row says about the ticks of its holder and of the next one, at the edges. */
class LeaseRowTest {
    private static LeaseRow row(long reservedThrough, long nextReservation, boolean held) {
        return LeaseRow.of(7, 3, reservedThrough, nextReservation, "layout", "holder", held);
    }

    @Test
    void hasExpiredAfterItsLastAnnouncedTick() {
        LeaseRow held = row(100, 20, true);

        assertThat(held.announcedThrough()).isEqualTo(120);
        assertThat(held.hasExpiredAt(120)).isFalse();
        assertThat(held.hasExpiredAt(121)).isTrue();
        assertThat(row(100, 20, false).hasExpiredAt(121)).isFalse();
    }

    @Test
    void restsBetweenItsReservedAndItsAnnouncedTicks() {
        LeaseRow held = row(100, 20, true);

        assertThat(held.isRestingAt(100)).isFalse();
        assertThat(held.isRestingAt(101)).isTrue();
        assertThat(held.isRestingAt(120)).isTrue();
        assertThat(held.isRestingAt(121)).isFalse();
        assertThat(row(100, 20, false).isRestingAt(110)).isFalse();
    }

    @Test
    void lastsForEverIfItsNumbersAreGreaterThanAny() {
        LeaseRow edited = row(Long.MAX_VALUE - 10, 11, true);

        assertThat(edited.announcedThrough()).isEqualTo(Long.MAX_VALUE);
        assertThat(edited.hasExpiredAt(Long.MAX_VALUE)).isFalse();
        assertThat(row(Long.MAX_VALUE - 10, 10, true).announcedThrough()).isEqualTo(Long.MAX_VALUE);
        assertThat(row(Long.MAX_VALUE - 10, 9, true).announcedThrough()).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void leavesItsSuccessorWhatItHasNotAnnouncedOrGivenBack() {
        assertThat(row(100, 20, true).firstTickOfSuccessor()).isEqualTo(121);
        assertThat(row(100, 20, false).firstTickOfSuccessor()).isEqualTo(101);
    }

    @Test
    void isAdmittedByAFenceFromItsLeastToItsGreatestTick() {
        Fence fence = new Fence(3, 90, 100);

        assertThat(fence.admits(row(89, 0, true))).isFalse();
        assertThat(fence.admits(row(90, 0, true))).isTrue();
        assertThat(fence.admits(row(100, 0, true))).isTrue();
        assertThat(fence.admits(row(101, 0, true))).isFalse();
        assertThat(new Fence(2, 90, 100).admits(row(95, 0, true))).isFalse();
        assertThat(new Fence(4, 90, 100).admits(row(95, 0, true))).isFalse();
        assertThat(Fence.ofTerm(3).admits(row(Long.MIN_VALUE, 0, false))).isTrue();
        assertThat(Fence.at(row(95, 0, true)).admits(row(96, 0, true))).isFalse();
    }
}
