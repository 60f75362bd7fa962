package org.uidgenerator.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** The reads of a start from a store whose answers are lost. */
class MeteredStoreTest {
    private long nanos;
    private int lostAnswers;
    private Duration untilLost = Duration.ofSeconds(2);
    private int asked;

    private final NanoClock clock = new NanoClock() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void park(long toWait) {
            throw new AssertionError("no thread waits here");
        }
    };

    private final MeteredStore store = new MeteredStore(
            new DelegatingLeaseStore(new InMemoryLeaseStore("store", InstantSource.system())) {
                @Override
                public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
                    loseAnswer();
                    return super.overview(firstWorkerId, lastWorkerId, holder);
                }

                @Override
                public List<LeaseRow> find(Collection<Long> workerIds) {
                    loseAnswer();
                    return super.find(workerIds);
                }

                @Override
                public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
                    loseAnswer();
                    return super.list(firstWorkerId, lastWorkerId);
                }
            },
            clock);

    private void loseAnswer() {
        asked++;
        if (lostAnswers > 0) {
            lostAnswers--;
            nanos += untilLost.toNanos();
            throw new StoreException("no answer " + asked, null);
        }
    }

    @Test
    void areDoneAgainIfTheAnswerIsLost() {
        lostAnswers = 1;
        assertThat(store.overview(0, 9, Optional.empty()).highest()).isEmpty();
        lostAnswers = 1;
        assertThat(store.find(List.of(1L))).isEmpty();
        lostAnswers = 1;
        assertThat(store.list(0, 9)).isEmpty();
    }

    @Test
    void areDoneOnceIfThereIsAnAnswer() {
        store.list(0, 9);

        assertThat(asked).isEqualTo(1);
    }

    @Test
    void areDoneNoMoreThanTwice() {
        lostAnswers = 2;

        assertThatThrownBy(() -> store.list(0, 9)).hasMessage("no answer 2");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void areNotDoneAgainAfterALongWait() {
        lostAnswers = 1;
        untilLost = Duration.ofSeconds(5).plusNanos(1);

        assertThatThrownBy(() -> store.list(0, 9)).hasMessage("no answer 1");
        untilLost = Duration.ofSeconds(5);
        lostAnswers = 1;
        assertThat(store.list(0, 9)).isEmpty();
    }
}
