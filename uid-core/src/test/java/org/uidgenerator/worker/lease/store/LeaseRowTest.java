package org.uidgenerator.worker.lease.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows that fences admit, and those that are equal. */
class LeaseRowTest {
    private static LeaseRow row(long reservedThrough, long nextReservation, boolean held) {
        return new LeaseRow(7, 3, reservedThrough, nextReservation, "layout", "holder", held);
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
                        new LeaseRow(7, 4, 100, 20, "layout", "holder", true),
                        new LeaseRow(8, 3, 100, 20, "layout", "holder", true),
                        new LeaseRow(7, 3, 100, 20, "other", "holder", true),
                        new LeaseRow(7, 3, 100, 20, "layout", "other", true)))
                .doesNotContain(row);
        assertThat(row.hashCode()).isNotEqualTo(row(101, 20, true).hashCode());
    }

    @Test
    void isShownWithAllThatItSays() {
        assertThat(row(100, 20, true))
                .hasToString("LeaseRow[workerId=7, term=3, reservedThrough=100, nextReservation=20, layout=layout,"
                        + " holder=holder, held=true]");
    }
}
