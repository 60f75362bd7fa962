package org.uidgenerator.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.SettableClock;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.test.internal.UnfencedLeaseStore;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The promises of every {@link WorkerLeaseStore}, by itself and with the protocol of {@link LeasedWorkerIds} on top. A
 * test class extends this one, with a store on the real server:
 *
 * <pre>{@code
 * class ConsulLeaseStoreTest extends WorkerLeaseStoreContract {
 *     @Override
 *     protected WorkerLeaseStore newStore(String namespace) {
 *         return new ConsulLeaseStore(SERVER, namespace);
 *     }
 * }
 * }</pre>
 *
 * <p>Checked are, of the store: rows that are read as they were written, up to the greatest numbers and texts of 128
 * characters, one by one, in a range, in a sample, in an overview and in several portions; new rows of many at the same
 * time; one insert and one update that succeed, of several at the same time; both ends of a {@link Fence}; one store
 * identity for each namespace, if the store keeps any; namespaces that do not touch each other; the times of a row. Of
 * leases on it: no worker id for two holders, with 200 starts at the same time; worker ids that come back, at once,
 * after a crash and under the name of their holder; holders that were paused, evicted or cut off; writes that are not
 * done, not acknowledged or late; a store that was set back.
 *
 * <p>Not checked is what a server that crashes loses, or a replica that takes over. A write that was acknowledged must
 * never be gone. Nor is a clock of the server that is wrong.
 *
 * <p>The class needs JUnit Jupiter from 5.12 or 6 on the class path. Each test has a namespace of its own, so the store
 * need not be emptied. The clock stands still at the beginning of 2027, but for that of the server, which only says
 * when a row was written and should be right to a minute.
 */
public abstract class WorkerLeaseStoreContract implements WorkerIdAssignerContract {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final List<Write> UNANSWERED =
            List.of(Write.DONE_WITHOUT_ANSWER, Write.NOT_DONE_WITHOUT_ANSWER, Write.LATE);
    /** So many that, if each took two worker ids, a start would not look for them all. */
    private static final int CUT_OFF_STARTS = 8;

    private static final List<String> HOLDERS = List.of("", "orders-2");
    /** Of this run, whose namespaces are no others in a store that keeps them. */
    private static final String RUN = UUID.randomUUID().toString();

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final List<LeasedWorkerIds> assigners = Collections.synchronizedList(new ArrayList<>());
    private SettableClock clock;
    private String namespace;

    /** For a test class, of which JUnit makes an instance for each test or one for all. */
    protected WorkerLeaseStoreContract() {}

    /**
     * Opens the store, as a freshly started process would.
     *
     * @param namespace the namespace whose rows it has, of letters, digits and {@code -}
     * @return a store whose rows are those of all stores that were opened before for the same namespace
     */
    protected abstract WorkerLeaseStore newStore(String namespace);

    /**
     * Says how many rows the store reads at once, if it reads many in portions. A test reads one more.
     *
     * @return 130, by default
     */
    protected int rowsReadAtOnce() {
        return 130;
    }

    @Override
    public final LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    /** Here because an instance may run all tests. */
    @BeforeEach
    void takeANamespace() {
        clock = SettableClock.at("2027-01-01T00:00:00Z");
        namespace = RUN + "-" + NAMESPACES.incrementAndGet();
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
        assigners.clear();
    }

    @Override
    public final long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    private WorkerLeaseStore store() {
        WorkerLeaseStore store = newStore(namespace);
        store.list(0, Long.MAX_VALUE); // creates what it needs
        return store;
    }

    private DisturbedLeaseStore disturbed() {
        return new DisturbedLeaseStore(newStore(namespace), clock);
    }

    private LeasedWorkerIdsBuilder on(WorkerLeaseStore store) {
        return LeasedWorkerIds.builder(store);
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(disturbed());
    }

    /** Here there is only one. */
    private LeasedWorkerIdsBuilder only(long workerId) {
        return builder().workerIds(workerId, workerId);
    }

    /** As a process of this name, or without one. */
    private static LeasedWorkerIdsBuilder as(String holder, LeasedWorkerIdsBuilder builder) {
        return holder.isEmpty() ? builder : builder.holder(holder);
    }

    private LeasedWorkerIds opened(LeasedWorkerIds assigner) {
        assigners.add(assigner);
        return assigner;
    }

    @Override
    public final LeasedWorkerIds newAssigner() {
        return opened(builder().build());
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder) {
        return opened(builder.build()).assignWorkerId(request());
    }

    private WorkerLease start() {
        return start(builder());
    }

    private LeaseRow row(long workerId) {
        return store().find(workerId).orElseThrow();
    }

    private String storeName() {
        return String.format(Locale.ROOT, "%s (namespace %s)", store(), namespace);
    }

    private static LeaseRow row(long workerId, long term, long reservedThrough, String holder) {
        return new LeaseRow(workerId, term, reservedThrough, 600, LAYOUT.toString(), holder, true);
    }

    private static LeaseRow with(LeaseRow row, long term, long reservedThrough, long nextReservation) {
        return new LeaseRow(
                row.workerId(), term, reservedThrough, nextReservation, row.layout(), row.holder(), row.held());
    }

    /** Replaces a row whatever it says, as a restored backup does. */
    private void restore(LeaseRow row) {
        assertThat(store().update(Fence.ofTerm(row(row.workerId()).term()), row))
                .isTrue();
    }

    // The store by itself.

    /** A store that keeps none is not asked for it. */
    private StoreIdentityRecord identityOf(WorkerLeaseStore store) {
        Optional<StoreIdentityRecord> record = store.identityRecord();
        assumeTrue(record.isPresent(), "the store keeps no store identity");
        return record.orElseThrow();
    }

    private StoreIdentity newIdentity() {
        return StoreIdentity.random(
                namespace, "layout " + "l".repeat(121), "host:" + "1".repeat(123), clock.instant(), new Random());
    }

    @Test
    void keepsTheFirstStoreIdentity() {
        StoreIdentity first = newIdentity();

        assertThat(identityOf(newStore(namespace)).find()).isEmpty();
        assertThat(identityOf(newStore(namespace)).insert(first)).isTrue();
        assertThat(identityOf(newStore(namespace)).insert(newIdentity())).isFalse();
        assertThat(identityOf(newStore(namespace)).find()).hasValueSatisfying(found -> {
            assertThat(found).isEqualTo(first);
            assertThat(found.layout()).isEqualTo(first.layout());
            assertThat(found.maker()).isEqualTo(first.maker());
            assertThat(found.made()).isAfter(Instant.parse("2020-01-01T00:00:00Z"));
        });
        assertThat(store().list(0, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void letsOneOfSeveralMakeTheStoreIdentity() throws Exception {
        List<Callable<Boolean>> inserts = Stream.generate(() -> newStore(namespace))
                .limit(8)
                .map(each -> (Callable<Boolean>) () -> identityOf(each).insert(newIdentity()))
                .toList();

        assertThat(Callers.concurrently(inserts)).containsOnlyOnce(true);
        assertThat(identityOf(newStore(namespace)).find()).isPresent();
    }

    @Test
    void keepsAStoreIdentityForEachNamespace() {
        String longest = namespace + "-" + "n".repeat(62 - namespace.length());
        for (String name : List.of(namespace, longest + "a", longest + "b", longest)) {
            StoreIdentity identity = StoreIdentity.random(name, "", "", clock.instant(), new Random());
            assertThat(identityOf(newStore(name)).insert(identity)).isTrue();
            assertThat(identityOf(newStore(name)).find()).contains(identity);
        }
    }

    @Test
    void readsTheRowsOfARange() {
        for (long workerId : new long[] {2, 3, 5, 8}) {
            store().insert(row(workerId, 1, 5_000, "host:1"));
        }

        assertThat(workerIds()).containsExactly(2L, 3L, 5L, 8L);
        assertThat(workerIdsOf(store().list(3, 5))).containsExactly(3L, 5L);
        assertThat(store().list(6, 7)).isEmpty();
    }

    private static List<Long> workerIdsOf(List<TimedLeaseRow> leases) {
        return leases.stream().map(lease -> lease.row().workerId()).sorted().toList();
    }

    @Test
    void readsASampleOfRows() {
        LeaseRow two = row(2, 1, 5_000, "host:1");
        LeaseRow five = row(5, 17, 6_000, "host:2");
        store().insert(two);
        store().insert(row(3, 1, 5_000, "host:1"));
        store().insert(five);
        Set<Long> many = LongStream.range(4, 204).boxed().collect(Collectors.toSet());

        assertThat(store().find(Set.of(2L, 4L, 5L))).containsExactlyInAnyOrder(two, five);
        assertThat(store().find(Set.of(4L))).isEmpty();
        assertThat(store().find(many)).containsExactly(five);
    }

    @Test
    void readsOneRowMoreThanItReadsAtOnce() {
        List<LeaseRow> rows = LongStream.rangeClosed(0, rowsReadAtOnce())
                .mapToObj(workerId -> row(workerId, 1, 5_000, "host:1"))
                .toList();
        rows.forEach(store()::insert);

        assertThat(workerIds()).hasSize(rows.size()).doesNotHaveDuplicates();
        assertThat(store().find(rows.stream().map(LeaseRow::workerId).toList()))
                .containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void surveysARange() {
        assertThat(store().overview(0, 9, Optional.of("a")))
                .satisfies(overview -> assertThat(overview.identity()).isEmpty())
                .satisfies(overview -> assertThat(overview.highest()).isEmpty())
                .satisfies(overview -> assertThat(overview.own()).isEmpty());
        for (long workerId : new long[] {2, 3, 5}) {
            store().insert(row(workerId, 1, 5_000, workerId == 3 ? "A" : "a"));
        }
        store().insert(new LeaseRow(0, 1, 5_000, 600, LAYOUT.toString(), "a", false));
        for (long workerId : new long[] {0, 2}) {
            store().update(new Fence(1, 5_000, 5_000), row(workerId, 2, 5_000, "b"));
        }
        store().identityRecord().ifPresent(record -> record.insert(newIdentity()));

        LeaseOverview overview = store().overview(0, 9, Optional.of("a"));

        assertThat(overview.identity()).isEqualTo(store().identityRecord().flatMap(StoreIdentityRecord::find));
        assertThat(overview.now()).isCloseTo(store().now(), within(1, ChronoUnit.MINUTES));
        assertThat(overview.highest()).hasValue(5);
        assertThat(overview.own()).containsExactly(5L);
        assertThat(store().overview(0, 9, Optional.empty()).own()).isEmpty();
        assertThat(store().overview(0, 3, Optional.of("b")).highest()).hasValue(3);
        assertThat(store().overview(0, 3, Optional.of("b")).own()).containsExactlyInAnyOrder(0L, 2L);
        assertThat(store().overview(3, 9, Optional.of("b")).own()).isEmpty();
        assertThat(store().overview(6, 9, Optional.of("a")).highest()).isEmpty();
    }

    @Test
    void addsNewRowsForStartsAtTheSameTime() throws Exception {
        store().identityRecord().ifPresent(record -> record.insert(newIdentity()));
        List<Callable<LeaseRow>> starts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String holder = "start " + i;
            starts.add(() -> addedNew(newStore(namespace), 100, 499, holder));
        }

        List<LeaseRow> added = Callers.concurrently(starts);
        assertThat(added)
                .extracting(LeaseRow::workerId)
                .doesNotHaveDuplicates()
                .allMatch(workerId -> 100 <= workerId && workerId < 500);
        assertThat(store().list(0, Long.MAX_VALUE))
                .extracting(TimedLeaseRow::row)
                .containsExactlyInAnyOrderElementsOf(added);
        assertThat(addedNew(store(), 1_000, 1_999, "later").workerId()).isEqualTo(1_000);
    }

    /** Adds a row as a start does, which asks again for a greater worker id while others are faster. */
    private static LeaseRow addedNew(WorkerLeaseStore store, long first, long last, String holder) {
        Deque<LeaseRow> made = new ArrayDeque<>();
        for (long next = first; next <= last; next = made.getLast().workerId() + 1) {
            long above = next;
            boolean isAdded = store.insertNew(first, last, next, chosen -> {
                made.add(row(first <= chosen && chosen <= last ? chosen : above, 1, 5_000, holder));
                return made.getLast();
            });
            if (isAdded) {
                return made.getLast();
            }
        }
        throw new AssertionError("no worker id in " + first + ".." + last);
    }

    @Test
    void saysWhetherItHasAddedANewRow() {
        store().identityRecord().ifPresent(record -> record.insert(newIdentity()));
        store().insert(row(100, 1, 5_000, "faster"));

        boolean isAdded = store().insertNew(100, 499, 100, chosen -> row(chosen, 1, 5_000, "late"));

        assertThat(store().list(0, Long.MAX_VALUE))
                .extracting(lease -> lease.row().holder())
                .containsExactlyInAnyOrderElementsOf(isAdded ? List.of("faster", "late") : List.of("faster"));
    }

    @Test
    void keepsARowAsItIsWritten() {
        LeaseRow held = row(3, 17, 5_000, "host:1");
        LeaseRow givenBack = new LeaseRow(3, 17, -1, 0, held.layout(), held.holder(), false);

        assertThat(store().insert(held)).isTrue();
        assertThat(store().find(3)).contains(held);
        assertThat(store().find(4)).isEmpty();
        assertThat(store().update(new Fence(17, 5_000, 5_000), givenBack)).isTrue();
        assertThat(store().find(3)).contains(givenBack);
        assertThat(store().list(0, Long.MAX_VALUE))
                .extracting(TimedLeaseRow::row)
                .containsExactly(givenBack);
    }

    @Test
    void keepsTheGreatestNumbers() {
        LeaseRow greatest = new LeaseRow(
                Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, "l".repeat(128), "h".repeat(128), true);

        assertThat(store().insert(greatest)).isTrue();
        assertThat(store().list(0, Long.MAX_VALUE))
                .extracting(TimedLeaseRow::row)
                .containsExactly(greatest);
    }

    @Test
    void addsNoSecondRowForAWorkerId() {
        store().insert(row(0, 1, 100, "one"));

        assertThat(store().insert(row(0, 2, 200, "other"))).isFalse();
        assertThat(row(0)).isEqualTo(row(0, 1, 100, "one"));
    }

    @Test
    void replacesNoRowThatTheFenceDoesNotAdmit() {
        LeaseRow row = row(0, 5, 100, "holder");
        LeaseRow wanted = row(0, 5, 200, "holder");
        store().insert(row);

        assertThat(store().update(new Fence(4, 0, 1_000), wanted)).isFalse();
        assertThat(store().update(new Fence(6, 0, 1_000), wanted)).isFalse();
        assertThat(store().update(new Fence(5, 101, 1_000), wanted)).isFalse();
        assertThat(store().update(new Fence(5, 0, 99), wanted)).isFalse();
        assertThat(store().update(new Fence(5, 0, 1_000), row(1, 5, 200, "holder")))
                .isFalse();
        assertThat(row(0)).isEqualTo(row);
        assertThat(store().find(1)).isEmpty();
    }

    @Test
    void replacesARowAtBothEndsOfItsFence() {
        store().insert(row(0, 5, 100, "holder"));

        assertThat(store().update(new Fence(5, 100, 200), row(0, 5, 200, "holder")))
                .isTrue();
        assertThat(store().update(new Fence(5, 100, 200), row(0, 5, 300, "holder")))
                .isTrue();
        assertThat(store().update(new Fence(5, 100, 200), row(0, 5, 200, "holder")))
                .isFalse();
        assertThat(row(0).reservedThrough()).isEqualTo(300);
    }

    @Test
    void letsOneOfManyWritersSucceed() throws Exception {
        WorkerLeaseStore store = store();
        List<Callable<Boolean>> inserts = new ArrayList<>();
        List<Callable<Boolean>> updates = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            LeaseRow inserted = row(0, 1, 100, "writer " + i);
            LeaseRow updated = row(0, 1 + i, 100, "writer " + i);
            inserts.add(() -> store.insert(inserted));
            updates.add(() -> store.update(new Fence(1, 100, 100), updated));
        }

        assertThat(Callers.concurrently(inserts)).containsOnlyOnce(true);
        assertThat(Callers.concurrently(updates)).containsOnlyOnce(true);
    }

    @Test
    void removesARowUnderItsTermOnly() {
        LeaseRow row = row(0, 5, 100, "holder");
        store().insert(row);

        for (long otherTerm : new long[] {4, 6}) {
            store().delete(row(0, otherTerm, 100, "holder"));
            assertThat(row(0)).isEqualTo(row);
        }
        store().delete(row);
        assertThat(store().find(0)).isEmpty();
        store().delete(row);
        assertThat(store().insert(row)).isTrue();
        assertThat(row(0)).isEqualTo(row);
    }

    @Test
    void keepsNamespacesApart() {
        WorkerLeaseStore other = newStore(namespace + "-Other");
        LeaseRow row = row(0, 5, 100, "holder");
        store().insert(row);

        assertThat(other.list(0, Long.MAX_VALUE)).isEmpty();
        assertThat(other.find(0)).isEmpty();
        assertThat(other.overview(0, 9, Optional.of("holder")))
                .satisfies(overview -> assertThat(overview.highest()).isEmpty())
                .satisfies(overview -> assertThat(overview.own()).isEmpty());
        assertThat(other.update(new Fence(5, 100, 100), row)).isFalse();
        other.delete(row);
        assertThat(row(0)).isEqualTo(row);
        assertThat(other.insert(row)).isTrue();
        assertThat(newStore(namespace + "-other").find(0)).isEmpty();
    }

    @Test
    void notesWhenARowWasTakenAndWritten() {
        WorkerLeaseStore store = store();
        store.insert(row(0, 5, 100, "holder"));
        TimedLeaseRow inserted = store.list(0, Long.MAX_VALUE).get(0);
        store.update(new Fence(5, 100, 100), row(0, 5, 200, "holder"));
        TimedLeaseRow written = store.list(0, Long.MAX_VALUE).get(0);

        assertThat(inserted.acquired()).isEqualTo(inserted.modified());
        assertThat(inserted.modified()).isCloseTo(store.now(), within(1, ChronoUnit.MINUTES));
        assertThat(written.acquired()).isEqualTo(inserted.acquired());
        assertThat(written.modified()).isAfterOrEqualTo(inserted.modified());
    }

    // The protocol on top.

    @Test
    void givesTheLowestWorkerIdsFirst() {
        assertThat(List.of(start(), start(), start()))
                .extracting(WorkerLease::workerId)
                .containsExactly(0L, 1L, 2L);
    }

    @Test
    void givesAWorkerIdAgainAtOnceAfterItWasGivenBackAndStartsAboveTheLastTick() {
        WorkerLease before = start();
        start();
        long lastTick = nowTick() + 7;
        before.reserve(lastTick);
        before.release(lastTick);

        WorkerLease after = start();

        assertThat(after.workerId()).isEqualTo(before.workerId());
        assertThat(after.firstTick()).isEqualTo(lastTick + 1);
    }

    @Test
    void givesEachHolderTheWorkerIdsAgainThatItHadBefore() {
        List<String> holders = List.of("orders-2", "Orders-2", "orders-0 \u00e9", "orders-2");
        List<WorkerLease> before =
                holders.stream().map(holder -> start(builder().holder(holder))).toList();
        assertThat(before).extracting(WorkerLease::workerId).containsExactly(0L, 1L, 2L, 3L);
        before.forEach(lease -> lease.release(nowTick()));

        assertThat(start(builder().holder("orders-0 \u00e9")).workerId()).isEqualTo(2);
        assertThat(start(builder().holder("orders-1")).workerId()).isEqualTo(4);
        assertThat(start(builder().holder("orders-2")).workerId()).isZero();
        assertThat(start(builder().holder("orders-2")).workerId()).isEqualTo(3);
        assertThat(start().workerId()).isEqualTo(1);
    }

    @Test
    void givesAWorkerIdAgainAfterACrashOnceReservedAndAnnouncedTicksHavePassed() {
        WorkerLease crashed = start();
        long lastReserved = nowTick() + 599;
        assertThat(row(0).reservedThrough()).isEqualTo(lastReserved);
        assertThat(row(0).nextReservation()).isEqualTo(600);

        clock.advance(Duration.ofSeconds(1199));
        assertThatThrownBy(() -> start(only(0))).hasMessageContaining("are in use");
        assertThat(start().workerId()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        WorkerLease successor = start(only(0));
        assertThat(successor.workerId()).isEqualTo(crashed.workerId());
        assertThat(successor.firstTick()).isEqualTo(lastReserved + 601).isEqualTo(nowTick());
    }

    @Test
    void leavesToAHolderThatComesBackWhatItHadReservedAndNoMore() {
        WorkerLease old = start();
        long lastReserved = nowTick() + 599;
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = start(only(0));
        assertThat(successor.workerId()).isEqualTo(old.workerId());

        old.reserve(lastReserved);
        assertThatThrownBy(() -> old.reserve(lastReserved + 1))
                .isInstanceOf(WorkerLeaseLostException.class)
                .hasMessage("worker id 0 of " + storeName() + " has gone to another holder: its row has TERM="
                        + row(0).term() + ", here is TERM=" + old.state().term().orElseThrow()
                        + ". This process has not reserved ticks in time, because it was paused or cut off from the store,"
                        + " or an operator has taken the worker id away");
        old.reserve(lastReserved);
        assertThat(old.isRevoked()).isFalse();

        assertThat(successor.firstTick()).isGreaterThan(lastReserved);
        successor.reserve(successor.firstTick() + 5_000);
    }

    @Test
    void leavesTheRowToItsSuccessorWhenItIsGivenBackLate() {
        WorkerLease old = start();
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = start(only(0));
        LeaseRow row = row(0);

        old.release(old.firstTick() + 5);

        assertThat(row(0)).isEqualTo(row);
        successor.reserve(row.reservedThrough() + 1);
    }

    @Test
    void takesAWorkerIdAwayFromAHolderThatIsAlive() {
        WorkerLease old = start();
        LeaseRow held = row(0);

        newAssigner().evict(0);

        assertThat(row(0).held()).isFalse();
        assertThat(row(0).term()).isGreaterThan(held.term());
        WorkerLease successor = start(only(0));
        assertThat(successor.firstTick()).isEqualTo(held.reservedThrough() + held.nextReservation() + 1);
        old.reserve(held.reservedThrough());
        assertThatThrownBy(() -> old.reserve(held.reservedThrough() + 1)).isInstanceOf(WorkerLeaseLostException.class);
        assertThat(old.isRevoked()).isFalse();
        successor.reserve(successor.firstTick() + 5_000);
    }

    @Test
    void wouldUseATickTwiceWithoutTheFence() {
        assertThat(bothUse(new UnfencedLeaseStore(disturbed()), 0)).isTrue();
        assertThat(bothUse(disturbed(), 1)).isFalse();
    }

    /** Whether a holder that was paused and its successor get to use the same tick. */
    private boolean bothUse(WorkerLeaseStore store, long workerId) {
        WorkerLease old = start(on(store).workerIds(workerId, workerId));
        clock.advance(Duration.ofSeconds(1300));
        WorkerLease successor = start(on(store).workerIds(workerId, workerId));
        assertThat(successor.workerId()).isEqualTo(old.workerId());
        long tick = successor.firstTick();
        successor.reserve(tick);
        try {
            old.reserve(tick);
            return true;
        } catch (WorkerLeaseLostException e) {
            return false;
        }
    }

    @Test
    void takesNoWorkerIdWhoseHolderReservesInTheMeantime() {
        WorkerLease holder = start();
        clock.advance(Duration.ofMinutes(20));
        DisturbedLeaseStore late = disturbed();
        late.from(() -> Write.LATE);

        assertThatThrownBy(() -> start(on(late).workerIds(0, 0)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from %s: no answer yet", store());
        holder.reserve(nowTick());

        assertThat(late.deliver()).isFalse();
        holder.reserve(row(0).reservedThrough() + 1);
    }

    @Test
    void changesNothingByAReservationThatArrivesLate() {
        DisturbedLeaseStore late = disturbed();
        WorkerLease lease = start(on(late));
        late.next(Write.LATE);
        lease.reserve(row(0).reservedThrough() + 1);
        lease.reserve(row(0).reservedThrough() + 1);
        LeaseRow row = row(0);

        assertThat(late.deliver()).isFalse();
        assertThat(row(0)).isEqualTo(row);
    }

    @Test
    void replacesARowByOneThatSaysTheSame() {
        start();
        LeaseRow row = row(0);

        for (int i = 0; i < 3; i++) {
            assertThat(store().update(Fence.at(row), row)).isTrue();
        }
    }

    @Test
    void changesNothingByAReservationThatArrivesAfterTheWorkerIdWasTaken() {
        DisturbedLeaseStore late = disturbed();
        WorkerLease lease = start(on(late).closeTimeout(Duration.ofMillis(1)));
        late.next(Write.LATE, Write.NOT_DONE_WITHOUT_ANSWER, Write.NOT_DONE_WITHOUT_ANSWER);
        late.next(Collections.nCopies(1_000, Write.NOT_DONE_WITHOUT_ANSWER).toArray(Write[]::new));
        lease.reserve(row(0).reservedThrough()); // asks for more ticks and does not wait for them
        Patience.awaitUntil(late::isToDeliver);
        closeAssigners();
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = start(only(0));
        LeaseRow row = row(0);

        assertThat(late.deliver()).isFalse();
        assertThat(row(0)).isEqualTo(row);
        successor.reserve(row.reservedThrough() + 1);
    }

    @Test
    void repeatsAWriteOfWhichItDoesNotKnowWhetherItWasDone() {
        long workerId = 0;
        for (Write outcome : Write.values()) {
            DisturbedLeaseStore disturbed = disturbed();
            WorkerLease lease = start(on(disturbed).workerIds(workerId, workerId));
            long reserved = row(workerId).reservedThrough();

            disturbed.next(outcome);
            lease.reserve(reserved + 1);
            assertThat(row(workerId).reservedThrough()).as("%s", outcome).isEqualTo(reserved + 600);

            disturbed.next(outcome);
            lease.release(reserved + 1);
            assertThat(start(only(workerId)).firstTick()).as("%s", outcome).isEqualTo(reserved + 2);
            workerId++;
        }
    }

    @Test
    void usesAWorkerIdAfterOneAnswerWasLost() {
        for (String holder : HOLDERS) {
            for (Write outcome : UNANSWERED) {
                takeANamespace();
                for (int start = 0; start < 2; start++) { // which adds the row, then takes it over
                    DisturbedLeaseStore disturbed = disturbed();
                    disturbed.next(outcome);

                    WorkerLease lease = start(as(holder, on(disturbed)));

                    assertThat(lease.workerId()).as("%s", outcome).isZero();
                    assertThat(lease.firstTick()).isEqualTo(nowTick());
                    assertThat(row(0).term()).isEqualTo(lease.state().term().orElseThrow());
                    assertThat(disturbed.deliver()).isFalse();
                    lease.reserve(row(0).reservedThrough() + 1);
                    lease.release(nowTick() - 1);
                }
                assertThat(workerIds()).containsExactly(0L);
            }
        }
    }

    // Slow, because each lost answer is waited for, on servers.
    @Test
    void takesOneWorkerIdHoweverOftenTheStoreWritesWithoutAnAnswer() {
        for (String holder : HOLDERS) {
            for (Write outcome : List.of(Write.DONE_WITHOUT_ANSWER, Write.LATE)) {
                for (boolean oneAssigner : new boolean[] {true, false}) {
                    for (boolean takesOver : new boolean[] {true, false}) {
                        takesOneWorkerId(holder, () -> outcome, oneAssigner, takesOver);
                    }
                }
            }
        }
    }

    @Test
    void takesOneWorkerIdWhateverBecomesOfWritesWithoutAnAnswer() {
        Random random = new Random(1);
        for (String holder : HOLDERS) {
            takesOneWorkerId(holder, () -> UNANSWERED.get(random.nextInt(UNANSWERED.size())), true, false);
        }
    }

    private void takesOneWorkerId(String holder, Supplier<Write> outcomes, boolean oneAssigner, boolean takesOver) {
        takeANamespace();
        if (takesOver) {
            start(as(holder, builder())).release(nowTick() - 1);
        }
        DisturbedLeaseStore disturbed = disturbed();
        disturbed.from(outcomes);
        LeasedWorkerIdsBuilder builder = as(holder, on(disturbed)).workerIds(0, 63);
        LeasedWorkerIds assigner = opened(builder.build());
        for (int attempt = 0; attempt < CUT_OFF_STARTS; attempt++) {
            LeasedWorkerIds one = oneAssigner ? assigner : opened(builder.build());
            assertThatThrownBy(() -> one.assignWorkerId(request()))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("no worker id from " + store() + ": no answer ");
        }
        disturbed.from(() -> Write.DONE);
        disturbed.deliver();
        assertThat(workerIds()).isSubsetOf(0L);

        WorkerLease lease = assigner.assignWorkerId(request());

        assertThat(lease.firstTick()).isEqualTo(nowTick());
        lease.reserve(row(lease.workerId()).reservedThrough() + 1);
    }

    @Test
    void findsAWorkerIdThatItTookBeforeItWasCutOff() {
        for (String holder : HOLDERS) {
            takeANamespace();
            DisturbedLeaseStore disturbed = disturbed();
            LeasedWorkerIds assigner = opened(as(holder, on(disturbed)).build());
            for (int attempt = 0; attempt < CUT_OFF_STARTS; attempt++) {
                disturbed.next(Write.DONE_WITHOUT_ANSWER);
                disturbed.awayAfterNext();
                assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessage("no worker id from %s: the store is unavailable", store());
                disturbed.setAway(false);
                assertThat(row(0).held()).isTrue();
                clock.advance(Duration.ofSeconds(1));
            }

            List<WorkerLease> leases = List.of(assigner.assignWorkerId(request()), assigner.assignWorkerId(request()));

            assertThat(leases).extracting(WorkerLease::workerId).containsExactly(0L, 1L);
            assertThat(leases).extracting(WorkerLease::firstTick).containsOnly(nowTick());
        }
    }

    @Test
    void leavesAWorkerIdThatItTookBeforeItWasCutOffToWhoeverHasItNow() {
        DisturbedLeaseStore disturbed = disturbed();
        LeasedWorkerIds assigner = opened(on(disturbed).workerIds(0, 0).build());
        disturbed.next(Write.DONE_WITHOUT_ANSWER);
        disturbed.awayAfterNext();
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).isInstanceOf(UidGenerateException.class);
        disturbed.setAway(false);
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = start(only(0));

        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasMessageContaining("are in use");
        successor.reserve(row(0).reservedThrough() + 1);
    }

    @Test
    void makesUpForALostReservation() {
        LeasedWorkerIds assigner = newAssigner();
        WorkerLease lease = assigner.assignWorkerId(request());
        for (int i = 0; i < 3; i++) { // they come fast, so they grow
            lease.reserve(row(0).reservedThrough() + 1);
        }
        LeaseRow before = row(0);
        lease.reserve(before.reservedThrough() + 1);
        long used = row(0).reservedThrough();
        lease.reserve(used);
        assigner.close();

        restore(before);
        clock.advance(Duration.ofSeconds(before.reservedThrough() + before.nextReservation() - nowTick()));
        assertThatThrownBy(() -> start(only(0))).hasMessageContaining("are in use");
        clock.advance(Duration.ofSeconds(1));
        WorkerLease successor = start(only(0));

        assertThat(successor.workerId()).isEqualTo(0);
        assertThat(successor.firstTick()).isGreaterThan(used);
    }

    @Test
    void stopsAtOnceWhenReservationsAreGone() {
        assertStopsLoudly(
                () -> restore(with(row(0), row(0).term(), row(0).reservedThrough() - 1, 600)), "its row has TERM=");
        closeAssigners(); // which waits for what they are writing
        assertThat(row(0).reservedThrough()).isEqualTo(nowTick() + 599 + 600);
    }

    @Test
    void stopsAtOnceWhenItsTermIsGone() {
        assertStopsLoudly(
                () -> restore(with(row(0), row(0).term() - 1, row(0).reservedThrough(), 600)), "its row has TERM=");
    }

    @Test
    void stopsAtOnceWhenItsRowIsGone() {
        assertStopsLoudly(() -> store().delete(row(0)), "there is no row, but TERM=");
    }

    private void assertStopsLoudly(Runnable goBack, String seen) {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = start();
            lease.reserve(nowTick());
            goBack.run();

            assertThatThrownBy(() -> lease.reserve(nowTick() + 600))
                    .isInstanceOf(WorkerLeaseLostException.class)
                    .hasMessageStartingWith(
                            storeName() + " HAS GONE BACK IN TIME, worker id 0 is not used any more: " + seen);
            assertThatThrownBy(() -> lease.reserve(nowTick())).isInstanceOf(WorkerLeaseLostException.class);
            assertThat(lease.isRevoked()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SEVERE ") || line.startsWith("ERROR "))
                    .singleElement()
                    .asString()
                    .contains("HAS GONE BACK IN TIME");
            start().reserve(nowTick() + 600);
        }
    }

    @Test
    void stopsAtOnceWhenItsAcquisitionIsGoneAndTheWorkerIdWasGivenOnceMore() {
        start().release(nowTick());
        LeaseRow before = row(0);
        WorkerLease forgotten = start();
        restore(before);
        WorkerLease second = start();
        assertThat(second.firstTick()).isEqualTo(forgotten.firstTick());

        assertThatThrownBy(() -> forgotten.reserve(nowTick() + 601))
                .isInstanceOf(WorkerLeaseLostException.class)
                .hasMessageContaining("HAS GONE BACK IN TIME");
        second.reserve(nowTick() + 601);
    }

    @Test
    void tellsAStoreThatHasGoneBackHowFarItGotUntilItAnswers() {
        DisturbedLeaseStore disturbed = disturbed();
        WorkerLease lease = start(on(disturbed));
        restore(with(row(0), row(0).term(), row(0).reservedThrough() - 1, 600));
        disturbed.next(Write.DONE, Write.NOT_DONE_WITHOUT_ANSWER, Write.CONFLICT);

        assertThatThrownBy(() -> lease.reserve(nowTick() + 600)).isInstanceOf(WorkerLeaseLostException.class);

        Patience.awaitUntil(() -> row(0).reservedThrough() == nowTick() + 599 + 600);
    }

    @Tag("proof")
    @Test
    void givesEachOfAStartStormAWorkerIdOfItsOwnAndMostOfTheSameTheNextTime(TestReporter reporter) throws Exception {
        int starts = 200;
        LeasedWorkerIds assigner =
                opened(on(newStore(namespace)) // which chooses new worker ids itself, and has its own clock
                        .closeTimeout(Duration.ofMinutes(2)) // for all of them
                        .build());
        List<WorkerLease> leases = startStorm(assigner, starts, reporter);
        List<Long> workerIds = workerIds();
        assertThat(workerIds).hasSize(starts).allMatch(workerId -> workerId < 2L * starts);
        Callers.concurrently(leases.stream()
                .<Callable<Boolean>>map(lease -> () -> {
                    lease.release(lease.firstTick() + 1);
                    return true;
                })
                .toList());

        startStorm(assigner, starts, reporter);

        assertThat(workerIds()).hasSizeLessThan(starts * 3 / 2).containsAll(workerIds);
    }

    private List<WorkerLease> startStorm(LeasedWorkerIds assigner, int starts, TestReporter reporter) throws Exception {
        long start = System.nanoTime();
        List<WorkerLease> leases = Callers.concurrently(
                Collections.nCopies(starts, () -> assigner.assignWorkerId(LeaseRequest.of(LAYOUT))));
        reporter.publishEntry(String.format(
                Locale.ROOT,
                "%d starts, the last one after %d ms, %s",
                starts,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                assigner.storeCalls()));
        assertThat(leases).extracting(WorkerLease::workerId).doesNotHaveDuplicates();
        return leases;
    }

    private List<Long> workerIds() {
        return workerIdsOf(store().list(0, Long.MAX_VALUE));
    }
}
