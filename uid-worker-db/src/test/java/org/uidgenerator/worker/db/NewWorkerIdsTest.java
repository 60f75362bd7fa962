package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NewWorkerIdsTest {
    private static NewWorkerIds newWorkerIds(long next) {
        return new NewWorkerIds(0, 999, next, new SplittableRandom(1));
    }

    private static Set<Long> rows(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().collect(Collectors.toSet());
    }

    /** What comes up in a thousand choices. */
    private static Set<Long> choices(NewWorkerIds unused, Set<Long> rows) {
        return LongStream.range(0, 1_000)
                .map(i -> unused.choose(rows))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void choosesTheNextOneWhileNobodyAddsRows() {
        assertThat(choices(newWorkerIds(500), rows(0, 499))).containsExactly(500L);
        assertThat(choices(newWorkerIds(0), Set.of())).containsExactly(0L);
    }

    @Test
    void choosesFirstWhatWasPassedOver() {
        Set<Long> rows = rows(0, 499);
        rows.remove(243L); // too far below the highest
        assertThat(choices(newWorkerIds(500), rows)).containsExactly(500L);

        rows.remove(244L);
        assertThat(choices(newWorkerIds(500), rows)).containsExactly(244L);
    }

    @Test
    void choosesFromAsManyAsOthersHaveAdded() {
        assertThat(choices(newWorkerIds(5), rows(0, 5))).containsExactly(6L);
        assertThat(choices(newWorkerIds(5), Set.of(0L, 1L, 2L, 3L, 4L, 5L, 8L))).containsExactly(6L, 7L);
        assertThat(choices(newWorkerIds(5), rows(0, 7))).containsExactly(8L, 9L, 10L);
    }

    @Test
    void choosesFromManyInAStorm() {
        Set<Long> rows = rows(0, 600);
        rows.remove(550L);

        assertThat(choices(newWorkerIds(5), rows)).hasSize(64).contains(550L, 601L, 663L);
    }

    @Test
    void choosesFromMoreWhereOthersWereFaster() {
        NewWorkerIds unused = newWorkerIds(100);
        unused.refused(100);
        assertThat(choices(unused, rows(0, 99))).isEqualTo(rows(101, 108));

        unused.refused(104);
        assertThat(choices(unused, rows(0, 100))).hasSize(17).doesNotContain(104L);
    }

    @Test
    void choosesNoneBeyondTheRange() {
        NewWorkerIds few = new NewWorkerIds(100, 103, 100, new SplittableRandom(1));
        assertThat(choices(few, Set.of())).containsExactly(100L);
        assertThat(choices(few, rows(100, 101))).containsExactly(102L, 103L);
        assertThat(choices(few, rows(100, 103))).containsExactly(100L); // which will be refused
    }
}
