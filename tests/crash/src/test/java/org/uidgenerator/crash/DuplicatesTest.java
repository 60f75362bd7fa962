package org.uidgenerator.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DuplicatesTest {
    @Test
    void findsNoneAmongNeighbours() {
        assertThat(count(new Issued(1, 10, 5), new Issued(2, 15, 5), new Issued(3, 5, 5)))
                .isZero();
    }

    @Test
    void countsTheUidsThatTwoHave() {
        assertThat(count(new Issued(1, 10, 5), new Issued(2, 14, 5))).isEqualTo(1);
        assertThat(count(new Issued(1, 10, 5), new Issued(2, 10, 5))).isEqualTo(5);
    }

    @Test
    void countsAShortRunInsideALongOneThatHasAnotherBeforeIt() {
        assertThat(count(new Issued(1, 0, 100), new Issued(2, 10, 1), new Issued(3, 50, 2)))
                .isEqualTo(3);
    }

    @Test
    void findsWhatOneProcessIssuesTwice() {
        assertThat(count(new Issued(1, 10, 1), new Issued(1, 10, 1))).isEqualTo(1);
    }

    @Test
    void namesWhoGotThem() {
        assertThat(Duplicates.among(
                                List.of(new Issued(1, 10, 5), new Issued(2, 14, 5)),
                                run -> run.describe(StoreIdentity.LAYOUT))
                        .examples())
                .containsExactly("process 1: 10..14 (worker id 0, tick 0, sequence 10..)"
                        + " and process 2: 14..18 (worker id 0, tick 0, sequence 14..)");
    }

    @Test
    void namesTheTagOfNumbers() {
        Duplicates orders =
                Duplicates.among(List.of(new Issued(1, 10, 5), new Issued(2, 14, 5)), run -> run.describe("orders"));

        assertThat(Duplicates.NONE.plus(orders))
                .isEqualTo(new Duplicates(1, List.of("process 1: orders 10..14 and process 2: orders 14..18")));
    }

    private static long count(Issued... runs) {
        return Duplicates.among(List.of(runs), Issued::toString).count();
    }
}
