package org.uidgenerator.internal.lease.take;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** The acquisitions that were given up, and those of them that a start looks for. */
class UnacknowledgedAcquisitionsTest {
    private final UnacknowledgedAcquisitions givenUp = new UnacknowledgedAcquisitions();

    private static Acquisition acquisition(long workerId, long term) {
        return new Acquisition(null, 1, new LeaseRow(workerId, term, 600, 600, "layout", "it", true));
    }

    private void add(long workerIds) {
        LongStream.range(0, workerIds).forEach(workerId -> givenUp.add(acquisition(workerId, 1)));
    }

    private void forgetAllBut(long workerId) {
        LongStream.range(0, 2_000).filter(other -> other != workerId).forEach(givenUp::forget);
    }

    @Test
    void areAllOfTheFourWorkerIdsThatWereGivenUpLast() {
        add(6);
        givenUp.add(acquisition(2, 7));

        assertThat(givenUp.latest())
                .containsExactly(
                        acquisition(2, 1), acquisition(3, 1), acquisition(4, 1), acquisition(5, 1), acquisition(2, 7));
    }

    @Test
    void areThoseThatThereAre() {
        assertThat(givenUp.latest()).isEmpty();

        add(3);

        assertThat(givenUp.latest()).extracting(Acquisition::workerId).containsExactly(0L, 1L, 2L);
    }

    @Test
    void areNoneOfAWorkerIdThatWasAcquiredAfterThem() {
        add(3);
        givenUp.add(acquisition(1, 7));

        givenUp.forget(1);

        assertThat(givenUp.latest()).extracting(Acquisition::workerId).containsExactly(0L, 2L);
    }

    @Test
    void areForgottenOnceAThousandCameAfterThem() {
        add(1_000);
        forgetAllBut(0);
        assertThat(givenUp.latest()).hasSize(1);

        givenUp.forget(0);
        add(1_001);
        forgetAllBut(0);
        assertThat(givenUp.latest()).isEmpty();
    }
}
