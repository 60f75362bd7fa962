package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.generator.VirtualTime;
import org.uidgenerator.test.internal.LogRecorder;

/** What becomes of counters when an address leads to another store. One caller, in virtual time. */
class SegmentStoreIdentityTest {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String REPLACED =
            ": the address leads to another store, or what it held was replaced. UIDs of two store identities may be equal: lead the address back, or, if that store is lost, stop all processes that use it, follow the run-book \"The database lost writes\" and start them again";

    private final VirtualTime time = new VirtualTime();
    private final InMemorySegmentStore first = new InMemorySegmentStore();
    private final InMemorySegmentStore second = new InMemorySegmentStore();
    private final List<SegmentIdGenerator> generators = new ArrayList<>();
    private SegmentStore there = first;
    private Runnable beforeConfirming = () -> {};

    /** What has one address, whatever it leads to. */
    private final SegmentStore address = new SegmentStore() {
        @Override
        public UidRange take(String tag, long length) {
            return there.take(tag, length);
        }

        @Override
        public Optional<StoreIdentityRecord> identityRecord() {
            return there.identityRecord();
        }

        @Override
        public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
            PendingWrite<UidRange> begun = there.beginTake(identity, tag, length);
            return PendingWrite.of(begun::untilConfirmable, () -> {
                beforeConfirming.run();
                return begun.confirm();
            });
        }

        @Override
        public String toString() {
            return there.toString();
        }
    };

    @BeforeEach
    void createCounters() {
        for (InMemorySegmentStore store : List.of(first, second)) {
            store.create("orders", 1);
            store.create("parcels", 1);
        }
    }

    @AfterEach
    void closeGenerators() {
        generators.forEach(SegmentIdGenerator::close);
    }

    private SegmentIdGenerator generator(UnaryOperator<SegmentIdGenerator.Builder> options) {
        SegmentIdGenerator generator = options.apply(SegmentIdGenerator.builder(address)
                        .minStep(100)
                        .maxWait(Duration.ofSeconds(1))
                        .nanoClock(time)
                        .threadFactory(time))
                .build();
        generators.add(generator);
        return generator;
    }

    private SegmentIdGenerator generator() {
        return generator(UnaryOperator.identity());
    }

    private SegmentIdGenerator expecting(String identity) {
        return generator(options -> options.expectedIdentity(identity));
    }

    private static StoreIdentity identityOf(SegmentStore store) {
        return store.identityRecord().flatMap(StoreIdentityRecord::find).orElseThrow();
    }

    /** Makes the store identity of a store. */
    private static StoreIdentity use(SegmentStore store) {
        store.identityRecord()
                .orElseThrow()
                .insert(StoreIdentity.random("memory", "numbers", "", Instant.EPOCH, ThreadLocalRandom.current()));
        return identityOf(store);
    }

    private static void take(SegmentIdGenerator generator, int count) {
        generator.tag("orders").getUIDs(new long[count]);
    }

    @Test
    void isMadeWithTheFirstRange() {
        SegmentIdGenerator generator = generator();
        assertThat(first.identityCalls()).isZero();
        assertThat(generator.identity()).isEmpty();

        try (LogRecorder log = new LogRecorder()) {
            take(generator, 1);

            StoreIdentity made = identityOf(first);
            assertThat(generator.identity()).hasValue(made);
            assertThat(made.name()).isEqualTo("memory");
            assertThat(made.layout()).isEqualTo("numbers");
            assertThat(made.maker()).endsWith(":" + ProcessHandle.current().pid());
            assertThat(made.made()).isAfter(Instant.parse("2020-01-01T00:00:00Z"));
            assertThat(log.lines()).contains("INFO segments takes numbers of store identity " + made.describe());
        }
    }

    @Test
    void costsOneCallOfAStorePerGenerator() {
        use(first);
        long before = first.identityCalls();
        SegmentIdGenerator generator = generator();

        take(generator, 95);
        generator.getUID("parcels");
        time.pass(MOMENT);

        assertThat(first.takes()).isEqualTo(3);
        assertThat(first.identityCalls()).isEqualTo(before + 1);
    }

    @Test
    void isAskedForAgainWhenTheStoreWasAway() {
        SegmentIdGenerator generator = generator();
        first.setAway(true);
        assertThatThrownBy(() -> generator.tag("orders")).hasMessageContaining("the store is unavailable");

        first.setAway(false);

        assertThat(generator.getUID("orders")).isEqualTo(1);
    }

    @Test
    void takesNoRangeOfAnotherOne() {
        SegmentIdGenerator generator = generator();
        take(generator, 1);
        StoreIdentity foreign = use(second);
        String refusal = "store identity " + identityOf(first).describe() + " is expected, but MEMORY holds "
                + foreign.describe() + REPLACED;
        there = second;

        try (LogRecorder log = new LogRecorder()) {
            take(generator, 99); // taken before
            time.pass(MOMENT);
            assertThatThrownBy(() -> generator.getUID("orders"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageContaining(refusal);
            assertThatThrownBy(() -> generator.getUID("parcels"))
                    .isInstanceOf(OtherStoreIdentityException.class)
                    .hasMessage(refusal);
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SEVERE"))
                    .containsExactly("SEVERE segments takes no more ranges: " + refusal);
        }
        assertThat(second.takes()).isZero();
    }

    @Test
    void isReadBeforeEachRangeOfAStoreThatDoesNotDoBothInOneStep() {
        there = keepingOnly(first);
        SegmentIdGenerator generator = generator();
        take(generator, 1);
        use(second);
        there = keepingOnly(second);

        assertThatThrownBy(() -> generator.getUID("parcels")).isInstanceOf(OtherStoreIdentityException.class);
        assertThat(second.takes()).isZero();
        there = keepingOnly(first);
        assertThat(generator.getUID("parcels")).isEqualTo(1);
    }

    /** A store that compares nothing itself. */
    private static SegmentStore keepingOnly(InMemorySegmentStore store) {
        return new SegmentStore() {
            @Override
            public UidRange take(String tag, long length) {
                return store.take(tag, length);
            }

            @Override
            public Optional<StoreIdentityRecord> identityRecord() {
                return store.identityRecord();
            }
        };
    }

    @Test
    void takesNoRangeOfAnEmptyStoreInItsPlace() {
        SegmentIdGenerator generator = generator();
        take(generator, 1);
        second.setCreatesUnknown(true);
        there = second;

        assertThatThrownBy(() -> generator.getUID("invoices"))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageContaining("is expected, but MEMORY holds none: ");
        assertThat(second.takes()).isZero();
        assertThat(second.create("invoices", 1)).isTrue();
        assertThat(second.identityRecord().orElseThrow().find()).isEmpty();
    }

    @Test
    void continuesWhenTheAddressLeadsBack() {
        SegmentIdGenerator generator = generator();
        take(generator, 1);
        use(second);
        there = second;
        assertThatThrownBy(() -> generator.getUID("parcels")).isInstanceOf(OtherStoreIdentityException.class);

        there = first;

        assertThat(generator.getUID("parcels")).isEqualTo(1);
    }

    @Test
    void isForgottenIfACrashLosesItWithTheFirstRange() {
        StoreIdentity ofOthers = use(second);
        SegmentIdGenerator generator = generator();
        beforeConfirming = () -> {
            there = second;
            throw new StoreException("what was written is lost", null);
        };
        assertThatThrownBy(() -> generator.getUID("orders")).hasMessageContaining("what was written is lost");

        beforeConfirming = () -> {};

        assertThat(generator.getUID("orders")).isEqualTo(1);
        assertThat(generator.identity()).hasValue(ofOthers);
    }

    @Test
    void isRefusedUnlessItIsTheExpectedOne() {
        StoreIdentity expected = use(first);
        StoreIdentity foreign = use(second);
        there = second;

        assertThatThrownBy(() -> expecting(expected.toString()).tag("orders"))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessage("expectedIdentity=" + expected + " is expected, but MEMORY holds " + foreign.describe()
                        + REPLACED);
        assertThat(second.takes()).isZero();
    }

    @Test
    void isNotMadeWhereAnIdentityIsExpected() {
        assertThatThrownBy(() -> expecting("482903117264").tag("orders"))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageStartingWith("expectedIdentity=482903117264 is expected, but MEMORY holds none: ");
        assertThat(first.identityRecord().orElseThrow().find()).isEmpty();
    }

    @Test
    void mayBeExpectedByNameIdentityOrBoth() {
        expecting("memory").tag("orders");
        StoreIdentity made = identityOf(first);

        expecting(Long.toString(made.number())).tag("orders");
        expecting(made.toString()).tag("orders");

        assertThat(first.takes()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "default", "default/482903117264", "memory/1", "memory/", "48290311726"})
    void isRefusedIfItCannotBeTheOneOfTheStore(String identity) {
        assertThatThrownBy(() -> expecting(identity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expectedIdentity must be memory, a number of 12 digits, or memory/<number>: expectedIdentity="
                                + identity);
    }

    @Test
    void cannotBeExpectedOfAStoreThatKeepsNone() {
        there = new SegmentStore() {
            @Override
            public UidRange take(String tag, long length) {
                return first.take(tag, length);
            }

            @Override
            public String toString() {
                return "PLAIN";
            }
        };

        assertThatThrownBy(() -> expecting("memory"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expectedIdentity must not be set, as PLAIN keeps no store identity: expectedIdentity=memory");
        assertThat(generator().getUID("orders")).isEqualTo(1);
    }
}
