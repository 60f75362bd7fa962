package org.uidgenerator.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.test.internal.DisturbedLeaseStore;

class StoreOutageTest {
    private static final Duration PERIOD = Duration.ofSeconds(160);
    private static final Duration FIRST = PERIOD.dividedBy(8);
    private static final Duration LONGEST = PERIOD.dividedBy(2);

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final DisturbedLeaseStore disturbed =
            new DisturbedLeaseStore(new InMemoryLeaseStore("default", clock), clock);
    private final VirtualEnvironment time = new VirtualEnvironment(0);
    private final MeteredStore store = new MeteredStore(disturbed, time);
    private final StoreOutage outage = new StoreOutage(store, PERIOD, time.environment());

    private StoreException fail(int times) {
        StoreException why = new StoreException("Connection refused", null);
        for (int i = 0; i < times; i++) {
            why = new StoreException("Connection refused", null);
            outage.failed(why, store.answers());
        }
        return why;
    }

    private boolean isAdmitted(boolean isUrgent) {
        try {
            outage.requireTurn(isUrgent);
            return true;
        } catch (StoreException e) {
            assertThat(e).hasMessage("Connection refused");
            return false;
        }
    }

    private Duration untilAdmitted(boolean isUrgent) {
        Duration waited = Duration.ZERO;
        while (!isAdmitted(isUrgent)) {
            waited = waited.plusMillis(10);
            time.nanos += Duration.ofMillis(10).toNanos();
        }
        return waited;
    }

    @Test
    void letsAllAskUntilTwoHaveFailedInARow() {
        assertThat(isAdmitted(false)).isTrue();
        fail(1);
        assertThat(isAdmitted(false)).isTrue();
        StoreException last = fail(1);

        assertThatThrownBy(() -> outage.requireTurn(false)).isSameAs(last);
    }

    @Test
    void letsOneAskAfterAPauseThatDoublesWithEachFailure() {
        List<Duration> pauses = new ArrayList<>();
        fail(2);
        for (int i = 0; i < 8; i++) {
            pauses.add(untilAdmitted(false)); // in steps of 10 ms
            assertThat(isAdmitted(false)).as("another one").isFalse();
            fail(1);
        }

        for (int i = 0; i < pauses.size(); i++) {
            long most = Math.min(FIRST.toMillis() << i, LONGEST.toMillis());
            assertThat(pauses.get(i)).isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most + 10));
        }
        assertThat(pauses.subList(2, 8)).doesNotHaveDuplicates();
    }

    @Test
    void letsOneAskWhoNeedsAnAnswerWithinHalfASecond() {
        fail(20);

        for (String who : List.of("the first", "who comes next")) {
            assertThat(untilAdmitted(true)).as(who).isBetween(Duration.ofMillis(250), Duration.ofMillis(510));
        }
    }

    @Test
    void isOverOnceTheStoreHasAnsweredAnyLease() {
        fail(20);
        assertThat(isAdmitted(false)).isFalse();

        store.now();

        assertThat(isAdmitted(false)).isTrue();
        assertThat(isAdmitted(false)).isTrue();
    }

    @Test
    void isNoneIfTheStoreHasAnsweredMeanwhile() {
        long before = store.answers();
        store.now();
        for (int i = 0; i < 20; i++) {
            outage.failed(new StoreException("the row is being written by another", null), before);
        }

        assertThat(isAdmitted(false)).isTrue();
    }

    @Test
    void doesNotCountThoseWhoWereToldWhatOthersWereTold() {
        StoreException last = fail(2);
        for (int i = 0; i < 100; i++) {
            outage.failed(last, store.answers());
        }

        assertThat(untilAdmitted(false)).isLessThanOrEqualTo(FIRST);
    }
}
