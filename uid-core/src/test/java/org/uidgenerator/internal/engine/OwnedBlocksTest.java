package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnedBlocksTest {
    private final Stripe stripe = new Stripe(1);
    private final OwnedBlocks owned = new OwnedBlocks(64);

    @Test
    void findsTheBlockOfEachThread() {
        List<Thread> threads = threads(40);
        List<OwnedBlock> blocks =
                threads.stream().map(thread -> owned.add(thread, stripe)).toList();

        for (int i = 0; i < threads.size(); i++) {
            OwnedBlock own = blocks.get(i);
            assertThat(owned.of(threads.get(i), owned.slots)).isSameAs(own);
        }
        assertThat(blocks.stream().filter(Objects::nonNull)).hasSizeGreaterThan(35);
        assertThat(owned.all())
                .containsExactlyInAnyOrderElementsOf(
                        blocks.stream().filter(Objects::nonNull).toList());
        assertThat(owned.of(new Thread(), owned.slots)).isNull();
    }

    @Test
    void findsABlockBehindASlotThatHasBecomeEmpty() {
        List<Thread> sameHome = sameHome(3);
        OwnedBlock first = owned.add(sameHome.get(0), stripe);
        OwnedBlock second = owned.add(sameHome.get(1), stripe);

        owned.remove(first);

        assertThat(owned.of(sameHome.get(0), owned.slots)).isNull();
        assertThat(owned.of(sameHome.get(1), owned.slots)).isSameAs(second);
        OwnedBlock third = owned.add(sameHome.get(2), stripe);
        assertThat(owned.all()).containsExactlyInAnyOrder(third, second);
    }

    @Test
    void hasNoSlotForAThreadIfOthersHaveThoseWhereItWouldLook() {
        List<Thread> sameHome = sameHome(5);
        sameHome.subList(0, 4)
                .forEach(thread -> assertThat(owned.add(thread, stripe)).isNotNull());

        assertThat(owned.add(sameHome.get(4), stripe)).isNull();
        owned.remove(owned.of(sameHome.get(2), owned.slots));
        assertThat(owned.add(sameHome.get(4), stripe)).isNotNull();
    }

    @Test
    void hasNoMoreOwnersThanItMay() {
        OwnedBlocks few = new OwnedBlocks(2);
        List<Thread> threads = threads(3);
        few.add(threads.get(0), stripe);
        few.add(threads.get(1), stripe);

        assertThat(few.add(threads.get(2), stripe)).isNull();
        assertThat(few.all()).hasSize(2);
        few.remove(few.of(threads.get(0), few.slots));
        assertThat(few.add(threads.get(2), stripe)).isNotNull();
    }

    @Test
    void hasNoneIfNoThreadMayOwn() {
        OwnedBlocks none = new OwnedBlocks(0);

        assertThat(none.add(Thread.currentThread(), stripe)).isNull();
        assertThat(none.of(Thread.currentThread(), none.slots)).isNull();
    }

    @Test
    void ignoresABlockThatWasRemovedBefore() {
        List<Thread> sameHome = sameHome(2);
        OwnedBlock former = owned.add(sameHome.get(0), stripe);
        assertThat(owned.remove(former)).isTrue();
        OwnedBlock latter = owned.add(sameHome.get(1), stripe);

        assertThat(owned.remove(former)).isFalse();

        assertThat(latter.slot).isEqualTo(former.slot);
        assertThat(owned.of(sameHome.get(1), owned.slots)).isSameAs(latter);
    }

    @Test
    void claimsAtHomeFromTheBlockOfTheCaller() {
        OwnedBlock own = owned.add(Thread.currentThread(), stripe);
        open(own, new UidBlock(7, 8, 1, 0));

        assertThat(OwnedBlocks.claimAtHome(owned.slots)).isEqualTo(7);
        assertThat(OwnedBlocks.claimAtHome(owned.slots)).isEqualTo(8);
        assertThat(OwnedBlocks.claimAtHome(owned.slots)).isNegative();
    }

    @Test
    void claimsNothingAtHomeFromTheBlockOfAnotherThread() {
        assertThat(OwnedBlocks.claimAtHome(owned.slots)).isNegative();

        int home = ThreadHash.indexOf(Thread.currentThread(), 6);
        OwnedBlock foreign = owned.add(withHome(home, 1).get(0), stripe);
        open(foreign, new UidBlock(7, 8, 1, 0));

        assertThat(foreign.slot).isEqualTo(home);
        assertThat(OwnedBlocks.claimAtHome(owned.slots)).isNegative();
        assertThat(foreign.left()).isEqualTo(2);
    }

    private static void open(OwnedBlock own, UidBlock block) {
        own.lock.lock();
        try {
            own.open(block.first(), block);
        } finally {
            own.lock.unlock();
        }
    }

    private static List<Thread> threads(int count) {
        return Stream.generate(Thread::new).limit(count).toList();
    }

    private static List<Thread> sameHome(int count) {
        return withHome(62, count); // so that the slots behind it come round
    }

    private static List<Thread> withHome(int home, int count) {
        return Stream.generate(Thread::new)
                .filter(thread -> ThreadHash.indexOf(thread, 6) == home)
                .limit(count)
                .toList();
    }
}
