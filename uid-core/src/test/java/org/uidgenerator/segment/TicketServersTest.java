package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.InMemorySegmentStore;

class TicketServersTest {
    private final InMemorySegmentStore zero = store(0);
    private final InMemorySegmentStore one = store(0);
    private final InMemorySegmentStore two = store(0);

    private static InMemorySegmentStore store(long highest) {
        InMemorySegmentStore store = new InMemorySegmentStore();
        store.setHighest("orders", highest);
        return store;
    }

    @Test
    void takesTurns() {
        TicketServers tickets = new TicketServers(List.of(zero, one));

        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(2, 6, 2));
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(7, 7, 2)); // 3 and 5 are skipped
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(8, 12, 2));
        assertThat(tickets).hasToString("[MEMORY, MEMORY]");
    }

    /** As other ticket servers give them. */
    @Test
    void givesAsManyNumbersAsWereCountedWhateverTheStep() {
        SegmentStore joined = (tag, length) -> new UidRange(5, 11, 3);
        TicketServers tickets = new TicketServers(List.of(joined, zero));

        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(10, 22, 6)); // of 5, 8 and 11
    }

    @Test
    void saysInTheStoreIdentityWhichPlaceAStoreHas() {
        new TicketServers(List.of(zero, one)).take("orders", 1);

        assertThat(zero.identityRecord().orElseThrow().find())
                .hasValueSatisfying(identity -> assertThat(identity.layout()).isEqualTo("numbers of store 1 of 2"));
    }

    @Test
    void givesNoNumberTwiceToSeveralGenerators() {
        List<TicketServers> generators = Stream.generate(() -> new TicketServers(List.of(zero, one, two)))
                .limit(3)
                .toList();
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            generators.get(i * i % 3).take("orders", 1 + i % 7).uids().forEach(all::add);
        }

        assertThat(all).hasSizeGreaterThan(150).doesNotHaveDuplicates();
    }

    @Test
    void continuesWhileAnyStoreAnswers() {
        TicketServers tickets = new TicketServers(List.of(zero, one, two));
        zero.setAway(true);
        two.setAway(true);

        long highest = -1;
        for (int i = 0; i < 9; i++) {
            UidRange range = tickets.take("orders", 10);
            assertThat(range.first()).isGreaterThan(highest);
            assertThat(range.first() % 3).isEqualTo(1);
            highest = range.last();
        }

        two.setAway(false);
        one.setAway(true);
        assertThat(tickets.take("orders", 10).first())
                .isGreaterThan(highest)
                .satisfies(uid -> assertThat(uid % 3).isEqualTo(2));
    }

    @Test
    void givesNoNumberAgainOfAStoreThatHasGoneBackToTheLastOne() {
        TicketServers tickets = new TicketServers(List.of(zero));
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(1, 3, 1));

        zero.setHighest("orders", 2);
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(4, 5, 1));
        zero.setHighest("orders", 2);
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(6, 8, 1)); // after 3 to 5 were given again
    }

    @Test
    void refusesAStoreThatGivesTheSameAgainAndAgain() {
        TicketServers tickets = new TicketServers(List.of((tag, length) -> new UidRange(1, 3, 1)));
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(1, 3, 1));

        assertThatThrownBy(() -> tickets.take("orders", 3))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith(" lags behind the other stores with tag orders: it gives 3, and 3 was taken");
    }

    /** A store whose ranges can be confirmed after two seconds. */
    private static SegmentStore resting(InMemorySegmentStore store) {
        return new SegmentStore() {
            @Override
            public UidRange take(String tag, long length) {
                throw new AssertionError("no thread rests");
            }

            @Override
            public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
                UidRange range = store.take(tag, length);
                return new PendingWrite<>() {
                    @Override
                    public Duration untilConfirmable() {
                        return Duration.ofSeconds(2);
                    }

                    @Override
                    public UidRange confirm() {
                        store.take("other", 1); // fails while the store is unavailable
                        return range;
                    }
                };
            }
        };
    }

    @Test
    void keepsTheRestOfAStore() {
        one.setHighest("other", 0);
        TicketServers tickets = new TicketServers(List.of(zero, resting(one)));

        PendingWrite<UidRange> safe = tickets.beginTake(null, "orders", 3);
        PendingWrite<UidRange> resting = tickets.beginTake(null, "orders", 3);

        assertThat(safe.untilConfirmable()).isZero();
        assertThat(resting.untilConfirmable()).isEqualTo(Duration.ofSeconds(2));
        assertThat(safe.confirm()).isEqualTo(new UidRange(2, 6, 2));
        assertThat(resting.confirm()).isEqualTo(new UidRange(7, 7, 2));
    }

    @Test
    void takesOfAnotherStoreWhatOneDoesNotConfirm() {
        zero.setHighest("other", 0);
        TicketServers tickets = new TicketServers(List.of(resting(zero), one));
        PendingWrite<UidRange> lost = tickets.beginTake(null, "orders", 3);
        zero.setAway(true);

        assertThatThrownBy(lost::confirm).hasMessage("the store is unavailable");
        assertThat(tickets.beginTake(null, "orders", 3).confirm()).isEqualTo(new UidRange(3, 7, 2));
        assertThat(tickets.take("orders", 3)).isEqualTo(new UidRange(9, 13, 2));
    }

    @Test
    void failsWhenNoStoreAnswers() {
        TicketServers tickets = new TicketServers(List.of(zero, one));
        zero.setAway(true);
        one.setAway(true);

        assertThatThrownBy(() -> tickets.take("orders", 1))
                .isInstanceOf(StoreException.class)
                .hasMessage("the store is unavailable")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }

    @Test
    void growsFromTwoToThreeWithoutRepeatingANumber() {
        TicketServers before = new TicketServers(List.of(zero, one));
        List<Long> all = new ArrayList<>();
        long highest = -1;
        for (int i = 0; i < 20; i++) {
            UidRange range = before.take("orders", 1 + i * 7 % 5);
            range.uids().forEach(all::add);
            highest = Math.max(highest, range.last());
        }

        // the procedure of docs/counters.md: all generators are stopped
        long raised = highest / 3 + 1;
        List.of(zero, one, two).forEach(store -> store.setHighest("orders", raised));
        List.of(zero, one).forEach(InMemorySegmentStore::removeIdentity);
        TicketServers after = new TicketServers(List.of(zero, one, two));
        for (int i = 0; i < 20; i++) {
            assertThat(after.take("orders", 5).uids().peek(all::add).min().orElseThrow())
                    .isGreaterThan(highest);
        }

        assertThat(all).doesNotHaveDuplicates();
    }

    @Test
    void comesToItsEndWhereNumbersWouldOverflow() {
        TicketServers tickets =
                new TicketServers(List.of(store(Long.MAX_VALUE / 2 - 2), store(Long.MAX_VALUE / 2 - 1)));

        assertThat(tickets.take("orders", 1).first()).isEqualTo(Long.MAX_VALUE - 3);
        assertThat(LongStream.of(tickets.take("orders", 100).last())).containsExactly(Long.MAX_VALUE);
        assertThatThrownBy(() -> tickets.take("orders", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("MEMORY is exhausted, as 0 of 2 stores: it gives ");
    }

    @Test
    void comesToItsEndWhereTheNumberOfALaterStoreWouldOverflow() {
        long third = Long.MAX_VALUE / 3; // a store counts so far, unless a place is added that does not fit any more
        TicketServers tickets = new TicketServers(List.of(store(third), store(third + 1), store(third - 2)));

        assertThat(tickets.take("orders", 100)).isEqualTo(new UidRange(Long.MAX_VALUE - 2, Long.MAX_VALUE - 2, 3));
        assertThatThrownBy(() -> tickets.take("orders", 1))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessageContaining(" is exhausted, as ");
    }

    @Test
    void refusesStoresInAnotherOrder() {
        TicketServers tickets = new TicketServers(List.of(zero, one));
        tickets.take("orders", 1);
        tickets.take("orders", 1);

        TicketServers reversed = new TicketServers(List.of(one, zero));
        for (int attempt = 0; attempt < 4; attempt++) {
            assertThatThrownBy(() -> reversed.take("orders", 1)).isInstanceOf(OtherStoreIdentityException.class);
        }
        assertThatThrownBy(() -> new TicketServers(List.of(one, zero)).take("orders", 1))
                .hasMessageMatching(
                        "a store identity that ends in 0102, as of store 1 of 2 in the list of all generators, is"
                                + " expected, but MEMORY holds memory/[0-9]{8}0202 \\(made at .* by .*\\): .*");
        assertThat(zero.takes()).isOne();
        assertThat(one.takes()).isOne();
    }

    @Test
    void refusesAnotherNumberOfStores() {
        new TicketServers(List.of(zero)).take("orders", 1);

        assertThatThrownBy(() -> new TicketServers(List.of(zero, one)).take("orders", 1))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageStartingWith("a store identity that ends in 0102, as of store 1 of 2 ");
    }

    @Test
    void refusesAStoreThatCountsForItself() {
        zero.identityRecord()
                .orElseThrow()
                .insert(StoreIdentity.of("memory", 482_903_117_264L, "numbers", "it", Instant.EPOCH));

        assertThatThrownBy(() -> new TicketServers(List.of(zero, one)).take("orders", 1))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageContaining("MEMORY holds memory/482903117264");
    }

    @Test
    void refusesAStoreThatWasReplaced() {
        TicketServers tickets = new TicketServers(List.of(zero));
        tickets.take("orders", 1);
        zero.removeIdentity();

        assertThatThrownBy(() -> tickets.take("orders", 1))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageContaining("but MEMORY holds none");
        assertThat(zero.takes()).isOne();
    }

    @Test
    void comparesTheStoreThatWasAwayOnceItAnswers() {
        new TicketServers(List.of(zero)).take("orders", 1);
        zero.setAway(true);
        TicketServers tickets = new TicketServers(List.of(zero, one));

        assertThat(tickets.take("orders", 1).first()).isEqualTo(3);
        zero.setAway(false);
        tickets.take("orders", 1);
        assertThatThrownBy(() -> tickets.take("orders", 1)).isInstanceOf(OtherStoreIdentityException.class);
    }

    @Test
    void needsAStore() {
        assertThatThrownBy(() -> new TicketServers(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stores must be in [1, 99]: stores=0");
        assertThat(new TicketServers(Collections.nCopies(99, zero)).take("orders", 1))
                .isEqualTo(new UidRange(99, 99, 99));
        assertThatThrownBy(() -> new TicketServers(Collections.nCopies(100, zero)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stores must be in [1, 99]: stores=100");
    }
}
