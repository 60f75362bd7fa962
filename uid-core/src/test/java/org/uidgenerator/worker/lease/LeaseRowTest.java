package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a row says about the ticks of its holder and of the next one, at the edges. */
class LeaseRowTest {
    private static LeaseRow row(long reservedThrough, long nextReservation, boolean held) {
        return new LeaseRow(7, 3, reservedThrough, nextReservation, "layout", "holder", held);
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

    @Test
    void isEqualIfAllThatItSaysIs() {
        LeaseRow row = row(100, 20, true);

        assertThat(row).isEqualTo(row(100, 20, true)).hasSameHashCodeAs(row(100, 20, true));
        assertThat(List.of(
                        row(101, 20, true),
                        row(100, 21, true),
                        row(100, 20, false),
                        row.underTerm(4),
                        new LeaseRow(8, 3, 100, 20, "layout", "holder", true),
                        new LeaseRow(7, 3, 100, 20, "other", "holder", true),
                        new LeaseRow(7, 3, 100, 20, "layout", "other", true)))
                .doesNotContain(row);
        assertThat(row.hashCode()).isNotEqualTo(row(101, 20, true).hashCode());
    }

    @Test
    void agreesWithOneThatSaysTheSameAboutTicks() {
        LeaseRow row = row(100, 20, true);

        assertThat(row.agreesWith(new LeaseRow(7, 3, 100, 20, "layout", "other", true)))
                .isTrue();
        assertThat(List.of(row(101, 20, true), row(100, 21, true), row(100, 20, false), row.underTerm(4)))
                .noneMatch(row::agreesWith);
    }

    @Test
    void isShownWithAllThatItSays() {
        assertThat(row(100, 20, true))
                .hasToString("LeaseRow[workerId=7, term=3, reservedThrough=100, nextReservation=20, layout=layout,"
                        + " holder=holder, held=true]");
    }
}
