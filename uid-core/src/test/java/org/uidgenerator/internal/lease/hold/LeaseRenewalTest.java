package org.uidgenerator.internal.lease.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.internal.lease.VirtualEnvironment;
import org.uidgenerator.internal.lease.file.LeaseJournal;
import org.uidgenerator.internal.lease.file.LeaseStart;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** Which ticks a holder reserves next, and what it concludes from a row that is not as it left it. */
class LeaseRenewalTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
    private static final long NOW = LAYOUT.tickAt(START.toEpochMilli());
    private static final long USUAL = 600;
    private static final Duration A_DAY = Duration.ofDays(1);

    private final VirtualClock host = new VirtualClock(START);
    private final VirtualClock storeClock = new VirtualClock(START);
    private final DisturbedLeaseStore store =
            new DisturbedLeaseStore(new InMemoryLeaseStore("default", storeClock), storeClock);
    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1);
    private final List<String> steps = new ArrayList<>();
    private LeaseJournal journal = LeaseJournal.NONE;
    private int askedForTheTime;

    /** Begins to hold a lease with its ticks reserved up to one, and some more announced. */
    private LeaseRenewal holding(long through, long announced, Duration furthest) {
        LeaseRow row = new LeaseRow(0, 5, through, announced, LAYOUT.text(), "it", true);
        assertThat(store.insert(row)).isTrue();
        StoreClock clocks = new StoreClock(this::storeTime, host, Duration.ofMinutes(5), "STORE", A_DAY, time);
        StartingGenerator generator = new StartingGenerator(LAYOUT, A_DAY, clocks, false);
        return new LeaseRenewal(
                new Noted(),
                "STORE",
                generator,
                new LeaseStart(row, null, NOW, journal),
                new ReserveAhead(USUAL, generator.layout().maxTick(), time),
                furthest,
                new ExpectedIdentity(null));
    }

    private Instant storeTime() {
        askedForTheTime++;
        return store.now();
    }

    private final class Noted extends DelegatingLeaseStore {
        Noted() {
            super(store);
        }

        @Override
        public Optional<LeaseRow> find(long workerId) {
            steps.add("find");
            return super.find(workerId);
        }

        @Override
        public boolean update(Fence expected, LeaseRow row) {
            steps.add("update");
            return super.update(expected, row);
        }
    }

    /** A journal that is not erased, and what is written in it among the other steps. */
    private LeaseJournal noted() {
        return (LeaseJournal) Proxy.newProxyInstance(
                LeaseJournal.class.getClassLoader(),
                new Class<?>[] {LeaseJournal.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("isErased")) {
                        return false;
                    }
                    steps.add(method.getName() + " " + (arguments == null ? "[]" : Arrays.asList(arguments)));
                    return null;
                });
    }

    private LeaseRenewal holding(Duration furthest) {
        return holding(NOW + 599, USUAL, furthest);
    }

    private LeaseRenewal holding() {
        return holding(A_DAY);
    }

    private LeaseRow row() {
        return store.find(0).orElseThrow();
    }

    private void assertReserved(long through, long announced) {
        assertThat(row().reservedThrough() - NOW).isEqualTo(through - NOW);
        assertThat(row().nextReservation()).isEqualTo(announced);
    }

    private void reserve(LeaseRenewal renewal, long asked) {
        renewal.reserveAhead(asked);
        assertThat(renewal.confirm()).isNull();
    }

    /** Reserves more, which finds the row changed to this. */
    private LeaseEnding ending(LeaseRenewal renewal, long term, long reservedThrough) {
        LeaseRow changed = new Reservation(reservedThrough, USUAL).in(RowRules.underTerm(row(), term));
        assertThat(store.update(Fence.ofTerm(row().term()), changed)).isTrue();
        renewal.reserveAhead(NOW + 300);
        return Objects.requireNonNull(renewal.confirm());
    }

    // ---- what is reserved

    @Test
    void reservesTheUsualNumberAheadOnceHalfOfItIsUsedUp() {
        LeaseRenewal renewal = holding();
        assertThat(renewal.isDue(NOW + 299)).isFalse();
        assertThat(renewal.isDue(NOW + 300)).isTrue();
        time.nanos += Duration.ofMinutes(5).toNanos();

        reserve(renewal, NOW + 300);

        assertReserved(NOW + 900, USUAL);
        assertThat(renewal.dueAfter()).isEqualTo(NOW + 600);
    }

    @Test
    void reservesNoMoreThanWasAnnounced() {
        LeaseRenewal renewal = holding();

        reserve(renewal, NOW + 700);

        assertReserved(NOW + 1_199, 2 * USUAL); // they come fast
        assertThat(renewal.dueAfter()).isEqualTo(NOW + 899);
    }

    @Test
    void announcesTicksThatWereNotAnnouncedAndReservesThemWithTheNextWrite() {
        LeaseRenewal renewal = holding();

        reserve(renewal, NOW + 5_000);
        assertReserved(NOW + 1_199, 5_000 - 1_199 + USUAL);
        reserve(renewal, NOW + 5_000);
        assertReserved(NOW + 5_600, 2 * USUAL);
    }

    @Test
    void takesTheLastTickThatWasAnnouncedForAnnounced() {
        LeaseRenewal renewal = holding();

        reserve(renewal, NOW + 1_199);

        assertReserved(NOW + 1_199, 2 * USUAL);
    }

    @Test
    void isDueHalfwayToTheLimitWhereThatIsNear() {
        LeaseRenewal renewal = holding(Duration.ofSeconds(1_000));

        reserve(renewal, NOW + 900);

        assertReserved(NOW + 1_000, USUAL);
        assertThat(renewal.dueAfter()).isEqualTo(NOW + 950);
    }

    @Test
    void reservesUpToTheLimitThoughMoreIsAskedFor() {
        LeaseRenewal renewal = holding(Duration.ofHours(1));

        reserve(renewal, NOW + 4_000);
        assertReserved(NOW + 1_199, 3_600 - 1_199);
        reserve(renewal, NOW + 4_000);
        assertReserved(NOW + 3_600, USUAL);
    }

    @Test
    void asksTheStoreForNoLessThanAQuarterOfTheUsualNumberBeforeTheLimit() {
        LeaseRenewal renewal = holding(Duration.ofSeconds(599 + 149));
        assertThatThrownBy(() -> renewal.reserveAhead(NOW + 800))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("ticks are reserved at most PT12M28S ahead of STORE: ");
        assertReserved(NOW + 599, USUAL);

        storeClock.advance(Duration.ofSeconds(1));
        reserve(renewal, NOW + 800);
        assertReserved(NOW + 749, USUAL);
    }

    @Test
    void reservesTheLastTickBeforeTheLimitForTheGeneratorThatAsksForIt() {
        LeaseRenewal renewal = holding(Duration.ofSeconds(599 + 149));

        reserve(renewal, NOW + 748);

        assertReserved(NOW + 748, USUAL);
    }

    @Test
    void reservesNothingForAHostWhoseClockIsBeyondTheLimit() {
        LeaseRenewal renewal = holding(Duration.ofHours(1));
        host.advance(Duration.ofSeconds(3_601));
        assertThatThrownBy(() -> renewal.reserveAhead(NOW))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("ticks are reserved at most PT1H ahead of STORE: wanted=2027-01-01T01:00:01Z,"
                        + " host=2027-01-01T01:00:01Z, store=2027-01-01T00:00:00Z; set the clock that is wrong, of this"
                        + " host or of the store");
        assertReserved(NOW + 599, USUAL);

        host.advance(Duration.ofSeconds(-1));
        reserve(renewal, NOW + 3_601);
        assertReserved(NOW + 1_199, 3_600 - 1_199);
    }

    @Test
    void asksTheStoreForTheTimeOnlyForTicksThatLieBehindTheKnownLimit() {
        LeaseRenewal renewal = holding(NOW + 599, 10_000, Duration.ofHours(1));
        reserve(renewal, NOW + 300);
        assertThat(askedForTheTime).isEqualTo(1);
        storeClock.advance(Duration.ofHours(5));

        reserve(renewal, NOW + 3_600 - 2 * USUAL);
        assertThat(askedForTheTime).isEqualTo(1);
        reserve(renewal, NOW + 3_601);
        assertThat(askedForTheTime).isEqualTo(2);
    }

    @Test
    void allowsWhatWasAllowedOnceWhateverTheClockOfTheStoreSaysLater() {
        LeaseRenewal renewal = holding(NOW + 599, 10_000, Duration.ofHours(1));
        reserve(renewal, NOW + 300);
        storeClock.advance(Duration.ofDays(-30));

        reserve(renewal, NOW + 3_601);
        reserve(renewal, NOW + 3_601);

        assertThat(row().reservedThrough()).isEqualTo(NOW + 3_600);
    }

    @Test
    void asksForNoTickAfterTheLastOne() {
        LeaseRenewal renewal = holding(LAYOUT.maxTick(), USUAL, A_DAY);

        assertThat(renewal.isDue(LAYOUT.maxTick())).isFalse();
        assertThat(renewal.freeFrom()).isEqualTo(LAYOUT.expiresAt());
    }

    @Test
    void isFreeAfterWhatItHasAnnounced() {
        assertThat(holding().freeFrom()).isEqualTo(START.plusSeconds(1_200));
    }

    // ---- a row that was changed

    @Test
    void hasASuccessorIfAllThatItAnnouncedIsTaken() {
        LeaseEnding ending = ending(holding(), 6, NOW + 1_199);

        assertThat(ending.kind()).isEqualTo(LeaseEnding.Kind.LOST);
        assertThat(ending.message())
                .hasToString("worker id 0 of STORE has gone to another holder: its row has TERM=6, here is TERM=5. This"
                        + " process has not reserved ticks in time, because it was paused or cut off from the store, or"
                        + " an operator has taken the worker id away");
    }

    /** A successor starts above what was announced, so a holder that is below does not know of this one. */
    @Test
    void takesAnotherHolderThatStartedBelowForAStoreThatHasGoneBack() {
        LeaseEnding ending = ending(holding(), 6, NOW + 1_198);

        assertThat(ending.kind()).isEqualTo(LeaseEnding.Kind.REVOKED);
        assertThat(ending.message())
                .hasToString("STORE HAS GONE BACK IN TIME, worker id 0 is not used any more: its row has TERM=6,"
                        + " RESERVED_THROUGH=" + (NOW + 1_198) + ", but TERM=5, RESERVED_THROUGH=" + (NOW + 599)
                        + " were confirmed here. The store has lost what it had committed: a restored backup, a failover"
                        + " to a copy that lagged, or an edited row. If others have taken worker ids since then, UIDs may"
                        + " be issued twice: raise RESERVED_THROUGH of all rows above the ticks in use");
    }

    /** What it has written without an answer may have announced less than the reservation before. */
    @Test
    void hasASuccessorIfAllIsTakenThatItsLastWriteAnnounced() {
        LeaseRenewal renewal = holding(NOW + 599, 2 * USUAL, A_DAY);
        time.nanos += Duration.ofMinutes(5).toNanos();

        assertThat(ending(renewal, 6, NOW + 900 + USUAL).kind()).isEqualTo(LeaseEnding.Kind.LOST);
    }

    @Test
    void takesATermThatWasPassedForAStoreThatHasGoneBackHoweverManyTicksAreReserved() {
        LeaseEnding ending = ending(holding(), 4, NOW + 5_000);

        assertThat(ending.kind()).isEqualTo(LeaseEnding.Kind.REVOKED);
        assertThat(ending.message().toString()).startsWith("STORE HAS GONE BACK IN TIME, ");
    }

    @Test
    void takesMoreTicksUnderItsTermThanItAskedForForAFileThatHasGoneBack() {
        LeaseEnding ending = ending(holding(), 5, NOW + 901);

        assertThat(ending.kind()).isEqualTo(LeaseEnding.Kind.REVOKED);
        assertThat(ending.message())
                .hasToString(
                        "THE LEASE FILE HAS GONE BACK IN TIME, worker id 0 is not used any more: its row in STORE has"
                                + " RESERVED_THROUGH=" + (NOW + 901) + ", but no more than " + (NOW + 900)
                                + " was asked for here."
                                + " The lease was continued from a file that was older than its last use, after a rollback of the"
                                + " disk or with a restored backup, or the row was edited. UIDs may have been issued twice");
    }

    @Test
    void takesAMissingRowForAStoreThatHasGoneBack() {
        LeaseRenewal renewal = holding();
        store.delete(row());

        renewal.reserveAhead(NOW + 300);

        assertThat(Objects.requireNonNull(renewal.confirm()).message().toString())
                .startsWith(
                        "STORE HAS GONE BACK IN TIME, worker id 0 is not used any more: there is no row, but TERM=5,");
    }

    @Test
    void raisesARowThatHasGoneBackAboveAllThatItCanHaveReserved() {
        LeaseRenewal renewal = holding();
        ending(renewal, 5, NOW + 598);
        store.next(Write.CONFLICT);
        assertThatThrownBy(renewal::remind)
                .isInstanceOf(StoreException.class)
                .hasMessage("the row of worker id 0 is being written by another");

        renewal.remind();

        assertReserved(NOW + 1_199, USUAL);
    }

    @Test
    void isGivenBackIfTheRowSaysSoThoughTheStoreRefusesToWriteItAgain() {
        LeaseRenewal renewal = holding();
        store.next(Write.DONE_WITHOUT_ANSWER, Write.CONFLICT);
        assertThatThrownBy(() -> renewal.giveBack(NOW + 7, () -> true)).isInstanceOf(StoreException.class);

        assertThat(renewal.giveBack(NOW + 7, () -> true)).isTrue();

        assertThat(row().held()).isFalse();
        assertReserved(NOW + 7, USUAL);
    }

    // ---- what a process finds that continues the lease

    @Test
    void writesDownWhatItReservesBeforeItAsksTheStore() {
        journal = noted();
        LeaseRenewal renewal = holding();

        renewal.reserveAhead(NOW + 700);
        assertThat(steps)
                .containsExactly(
                        "reserving "
                                + Arrays.asList(
                                        new Reservation(NOW + 599, USUAL), new Reservation(NOW + 1_199, 2 * USUAL)),
                        "update");
        steps.clear();
        renewal.confirm();
        assertThat(steps).containsExactly("reserving " + Arrays.asList(new Reservation(NOW + 1_199, 2 * USUAL), null));
    }

    @Test
    void writesDownItsLastTickBeforeItAsksTheStoreAndErasesItsFileBeforeItTellsTheStore() {
        journal = noted();

        assertThat(holding().giveBack(NOW + 7, () -> steps.add("may"))).isTrue();

        assertThat(steps).containsExactly("endAt [" + (NOW + 7) + "]", "find", "may", "erase []", "update");
    }

    @Test
    void leavesTheWorkerIdToTheProcessThatHasContinuedTheLease() {
        journal = noted();

        assertThat(holding().giveBack(NOW + 7, () -> false)).isFalse();

        assertThat(steps).containsExactly("endAt [" + (NOW + 7) + "]", "find");
        assertThat(row().held()).isTrue();
    }
}
