package org.uidgenerator.internal.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks that threads own, each in a slot where its owner finds it by its thread id. */
public final class OwnedBlocks {
    /*
     * A thread looks into a few slots from the one on that its id is hashed to: into all of them, and not only as far as the first
     * empty one. A slot that was taken back would otherwise hide the block behind it, and its owner would get lower UIDs from
     * elsewhere.
     *
     *   field    writer                          readers   write     read     guard
     *   a slot   the owner to be: adds           callers   plain     plain    synchronized, for writers
     *            a retiring thread: empties
     *
     *   all      the same                                                     synchronized
     *
     * Plain reads are enough: a thread looks for what it has put there itself, and of the others' blocks it reads only the
     * owner, which is final. A slot that is read late does no harm: a block whose slot was taken back has no UIDs, and a
     * caller that finds none looks again under a lock.
     */
    private static final int SLOT_BITS = 6;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int MOST_PROBES = 4;

    private static final @Nullable OwnedBlock[] NO_SLOTS = new OwnedBlock[SLOTS];

    final @Nullable OwnedBlock[] slots = new OwnedBlock[SLOTS];
    private final int mostOwners;
    private final int probes;
    private final List<OwnedBlock> all = new ArrayList<>();

    /** Makes slots of which so many may be used, 64 at most. */
    OwnedBlocks(int mostOwners) {
        assert mostOwners <= SLOTS : mostOwners;
        VirtualThreads.load();
        this.mostOwners = mostOwners;
        probes = Math.min(MOST_PROBES, mostOwners);
    }

    /** Returns slots in which no thread owns a block, always the same. */
    public static @Nullable OwnedBlock[] noSlots() {
        return NO_SLOTS;
    }

    /**
     * Claims a UID from the block of the calling thread if it is in the first slot that it may have.
     *
     * @param slots of {@link UidBuffer#slots()}. A caller that holds the array saves loads, which are all that this
     *     costs
     * @return the UID, or a negative number: {@link UidBuffer#next()} looks further
     */
    public static long claimAtHome(@Nullable OwnedBlock[] slots) {
        final Thread caller = Thread.currentThread();
        final OwnedBlock own = slots[ThreadHash.indexOf(caller, SLOT_BITS)];
        return own != null && own.owner == caller ? own.claim() : OpenBlock.NONE;
    }

    /** Returns the block that the calling thread owns, or null. */
    @Nullable
    OwnedBlock of(Thread caller, @Nullable OwnedBlock[] slots) {
        int home = ThreadHash.indexOf(caller, SLOT_BITS);
        for (int i = 0; i < probes; i++) {
            OwnedBlock owned = slots[(home + i) & (SLOTS - 1)];
            if (owned != null && owned.owner == caller) {
                return owned;
            }
        }
        return null;
    }

    /**
     * Makes a block for the calling thread, which has none, or returns null if there is no slot where it could be
     * found.
     */
    synchronized @Nullable OwnedBlock add(Thread caller, Stripe stripe) {
        int home = ThreadHash.indexOf(caller, SLOT_BITS);
        for (int i = 0; i < probes && all.size() < mostOwners; i++) {
            int slot = (home + i) & (SLOTS - 1);
            if (slots[slot] == null) {
                OwnedBlock owned = new OwnedBlock(caller, stripe, slot);
                all.add(owned);
                slots[slot] = owned;
                return owned;
            }
        }
        return null;
    }

    /** Empties the slot of a block, if it is in it. Returns whether it was. */
    synchronized boolean remove(OwnedBlock owned) {
        boolean was = all.remove(owned);
        if (was) {
            slots[owned.slot] = null;
        }
        return was;
    }

    /** Returns the blocks that are in slots now. */
    synchronized List<OwnedBlock> all() {
        return List.copyOf(all);
    }
}
