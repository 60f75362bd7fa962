package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.test.internal.Patience.awaitUntil;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What becomes of leases when an address leads to another store. */
class LeasedStoreIdentityTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore first = new InMemoryLeaseStore("default", clock);
    private final InMemoryLeaseStore second = new InMemoryLeaseStore("default", clock);
    private final AtomicReference<WorkerLeaseStore> there = new AtomicReference<>(first);
    private final DisturbedLeaseStore address = new DisturbedLeaseStore(new DelegatingLeaseStore(there::get) {}, clock);
    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
    }

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    private LeasedWorkerIds assigner(WorkerLeaseStore store, UnaryOperator<LeasedWorkerIdsBuilder> options) {
        LeasedWorkerIds assigner = options.apply(LeasedWorkerIds.builder(store)).build();
        assigners.add(assigner);
        return assigner;
    }

    private LeasedWorkerIds assigner() {
        return assigner(address, UnaryOperator.identity());
    }

    private LeasedWorkerIds expecting(String identity) {
        return assigner(address, options -> options.expectedIdentity(identity));
    }

    private static StoreIdentity identityOf(WorkerLeaseStore store) {
        return store.identityRecord().flatMap(StoreIdentityRecord::find).orElseThrow();
    }

    /** Makes the store identity of a store, and takes its first worker id. */
    private void use(WorkerLeaseStore store) {
        assigner(store, UnaryOperator.identity()).assignWorkerId(request());
    }

    /** Uses the reserved ticks up, so that more are reserved. */
    private static void reserveMore(WorkerLease lease) {
        lease.reserve(lease.state().usableThrough());
        lease.reserve(lease.state().usableThrough() + 1);
    }

    @Test
    void isMadeWithTheFirstStart() {
        WorkerLease lease = assigner().assignWorkerId(request());

        StoreIdentity made = identityOf(first);
        assertThat(made.name()).isEqualTo("default");
        assertThat(made.layout()).isEqualTo(LAYOUT.text());
        assertThat(made.maker()).endsWith(":" + ProcessHandle.current().pid());
        assertThat(made.made()).isEqualTo(clock.instant());
        assertThat(lease.state().identity()).contains(made.toString());
    }

    @Test
    void isTheSameForAllStarts() {
        List<Optional<String>> identities = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            identities.add(assigner().assignWorkerId(request()).state().identity());
        }

        assertThat(identities).containsOnly(Optional.of(identityOf(first).toString()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isMadeOnceThoughTheAnswerIsLost(boolean written) {
        WorkerLeaseStore unanswered = new DelegatingLeaseStore(first) {
            @Override
            public Optional<StoreIdentityRecord> identityRecord() {
                return super.identityRecord().map(record -> new Unanswered(record, written));
            }
        };
        LeasedWorkerIds assigner = assigner(unanswered, UnaryOperator.identity());

        if (written) {
            assertThat(assigner.assignWorkerId(request()).state().identity())
                    .contains(identityOf(first).toString());
        } else {
            assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("no worker id from MEMORY: no answer");
        }
    }

    private record Unanswered(StoreIdentityRecord record, boolean written) implements StoreIdentityRecord {
        @Override
        public String name() {
            return record.name();
        }

        @Override
        public Optional<StoreIdentity> find() {
            return record.find();
        }

        @Override
        public boolean insert(StoreIdentity identity) {
            if (written) {
                record.insert(identity);
            }
            throw new StoreException("no answer", null);
        }
    }

    @Test
    void isInTheStatusOfAGenerator() {
        try (DefaultUidGenerator generator =
                DefaultUidGenerator.builder(assigner()).clock(clock).build()) {
            assertThat(generator.status().identity()).contains(identityOf(first).toString());
        }
    }

    @Test
    void costsNoCallOfAStoreOnceItIsThere() {
        use(first);
        long calls = countCalls(first);
        long without = countCalls(new DelegatingLeaseStore(first) {
            @Override
            public Optional<StoreIdentityRecord> identityRecord() {
                return Optional.empty();
            }
        });

        assertThat(calls).isEqualTo(without);
    }

    private long countCalls(WorkerLeaseStore store) {
        LeasedWorkerIds assigner = assigner(store, UnaryOperator.identity());
        assigner.assignWorkerId(request());
        return assigner.storeCalls().calls();
    }

    /** In the other store the same worker id is held under a greater term, with more ticks reserved. */
    @Test
    void revokesTheWorkerIdsOfAnotherOne() {
        WorkerLease lease = assigner().assignWorkerId(request());
        clock.advance(Duration.ofMinutes(20));
        use(second);
        LeaseRow foreign = second.find(0).orElseThrow();
        long term = first.find(0).orElseThrow().term() + 1;
        second.update(Fence.at(foreign), RowRules.underTerm(foreign, term));

        try (LogRecorder log = new LogRecorder()) {
            there.set(second);
            assertThatThrownBy(() -> reserveMore(lease))
                    .isInstanceOf(WorkerLeaseLostException.class)
                    .hasMessage(
                            "MEMORY (namespace default) HOLDS ANOTHER STORE IDENTITY, worker id 0 is not used any more: it was taken in "
                                    + identityOf(first).describe() + ", but there is "
                                    + identityOf(second).describe()
                                    + " now. The address leads to another store, or what it held was replaced. UIDs of the two may be equal");
            assertThat(lease.isRevoked()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SEVERE"))
                    .hasSize(1);
        }
        assertThat(second.find(0))
                .hasValueSatisfying(row -> assertThat(row.term()).isEqualTo(term));
    }

    @Test
    void takesNoWorkerIdOfAnotherOne() {
        LeasedWorkerIds assigner = assigner();
        assigner.assignWorkerId(request());
        use(second);
        there.set(second);

        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "store identity " + identityOf(first).describe()
                                + " is expected, but MEMORY (namespace default) holds "
                                + identityOf(second).describe()
                                + ": the address leads to another store, or what it held was replaced. UIDs of two store identities may be equal: lead the address back, or, if that store is lost, stop all processes that use it, follow the run-book \"The database lost writes\" and start them again");
        assertThat(second.list()).hasSize(1);

        there.set(first);
        assertThat(assigner.assignWorkerId(request()).state().identity())
                .contains(identityOf(first).toString());
    }

    @Test
    void takesNoWorkerIdOfAnEmptyStoreInItsPlace() {
        LeasedWorkerIds assigner = assigner();
        assigner.assignWorkerId(request());
        there.set(second);

        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("is expected, but MEMORY (namespace default) holds none: ");
        assertThat(second.list()).isEmpty();
        assertThat(second.identityRecord().orElseThrow().find()).isEmpty();
    }

    @Test
    void isRefusedUnlessItIsTheExpectedOne() {
        use(first);
        String expected = identityOf(first).toString();
        use(second);
        there.set(second);

        assertThatThrownBy(() -> expecting(expected).assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "expectedIdentity=" + expected + " is expected, but MEMORY (namespace default) holds "
                                + identityOf(second).describe()
                                + ": the address leads to another store, or what it held was replaced. UIDs of two store identities may be equal: lead the address back, or, if that store is lost, stop all processes that use it, follow the run-book \"The database lost writes\" and start them again");
    }

    @Test
    void isNotMadeWhereAnIdentityIsExpected() {
        assertThatThrownBy(() -> expecting("482903117264").assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "expectedIdentity=482903117264 is expected, but MEMORY (namespace default) holds none: ");
        assertThat(first.identityRecord().orElseThrow().find()).isEmpty();
    }

    @Test
    void mayBeExpectedByNameIdentityOrBoth() {
        expecting("default").assignWorkerId(request());
        StoreIdentity made = identityOf(first);

        expecting(Long.toString(made.number())).assignWorkerId(request());
        expecting(made.toString()).assignWorkerId(request());

        assertThat(first.list()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "orders/482903117264", "default/1", "default/", "48290311726"})
    void isRefusedIfItCannotBeTheOneOfTheStore(String identity) {
        assertThatThrownBy(() -> expecting(identity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expectedIdentity must be default, a number of 12 digits, or default/<number>: expectedIdentity="
                                + identity);
    }

    /** As if a trigger or a policy of the store removes it. */
    @Test
    void isNotTakenForMadeWhereTheStoreDoesNotKeepIt() {
        StoreIdentityRecord forgetful = new StoreIdentityRecord() {
            @Override
            public String name() {
                return "default";
            }

            @Override
            public Optional<StoreIdentity> find() {
                return Optional.empty();
            }

            @Override
            public boolean insert(StoreIdentity identity) {
                return true;
            }
        };
        LeasedWorkerIds assigner = assigner(
                new DelegatingLeaseStore(first) {
                    @Override
                    public Optional<StoreIdentityRecord> identityRecord() {
                        return Optional.of(forgetful);
                    }
                },
                UnaryOperator.identity());

        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith(" does not keep the store identity that is written to it");
    }

    @Test
    void cannotBeExpectedOfAStoreThatKeepsNone() {
        LeasedWorkerIds assigner = assigner(
                new DelegatingLeaseStore(first) {
                    @Override
                    public Optional<StoreIdentityRecord> identityRecord() {
                        return Optional.empty();
                    }
                },
                options -> options.expectedIdentity("default/482903117264"));

        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "expectedIdentity=default/482903117264 is expected, but MEMORY (namespace default) holds none: ");
    }

    private LeasedWorkerIds withFile(UnaryOperator<LeasedWorkerIdsBuilder> options) {
        return assigner(
                address,
                builder -> options.apply(
                        builder.leaseFile(folder.resolve("uid.lease")).host("orders-7")));
    }

    /** Leaves a lease in the file, and no store. */
    private void crash() {
        LeasedWorkerIds crashed = withFile(UnaryOperator.identity());
        crashed.assignWorkerId(request());
        crashed.close();
        awaitUntil(() -> HoldSeams.threads(crashed.keeper).tasks().isEmpty());
        address.setAway(true);
    }

    @Test
    void isInTheLeaseFile() {
        crash();

        WorkerLease lease = withFile(
                        options -> options.expectedIdentity(identityOf(first).toString()))
                .assignWorkerId(request());

        assertThat(lease.state().identity()).contains(identityOf(first).toString());
    }

    @Test
    void isRefusedIfTheLeaseFileHasAnother() {
        crash();

        assertThatThrownBy(() -> withFile(options -> options.expectedIdentity("482903117264"))
                        .assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining(
                        "does not help, as expectedIdentity=482903117264 is expected, but it holds default/"
                                + identityOf(first).number());
    }

    @Test
    void revokesALeaseThatWasContinuedFromItsFile() {
        crash();
        WorkerLease lease = withFile(UnaryOperator.identity()).assignWorkerId(request());
        use(second);
        there.set(second);
        address.setAway(false);

        awaitUntil(() -> {
            try {
                reserveMore(lease);
            } catch (UidGenerateException stillAway) {
                // asks again
            }
            return lease.isRevoked();
        });
        assertThatThrownBy(() -> lease.reserve(lease.firstTick() + 10_000))
                .hasMessageContaining("HOLDS ANOTHER STORE IDENTITY");
    }
}
