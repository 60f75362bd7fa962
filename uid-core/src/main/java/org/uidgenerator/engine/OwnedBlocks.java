package org.uidgenerator.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks that threads own, each in a slot where its owner finds it by its thread id. */
final class OwnedBlocks {
    /*
     * A thread looks into a few slots from the one on that its id is hashed to: into all of them, and not only as far as the first
     * empty one. A slot that was taken back would otherwise hide the block behind it, and its owner would get lower UIDs from
     * elsewhere.
     *
     *   field    writer                          readers   write     read     guard
     *   a slot   the owner to be: adds           callers   release   opaque   synchronized, for writers
     *            whoever takes it back: empties
     *
     *   all      the same                                                     synchronized
     *
     * An opaque read is enough: a thread looks for what it has put there itself, and compares the others only with itself.
     */
    private static final int SLOT_BITS = 6;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int MOST_PROBES = 4;

    private static final VarHandle SLOT =
            MethodHandles.arrayElementVarHandle(OwnedBlock[].class).withInvokeExactBehavior();

    private final @Nullable OwnedBlock[] slots = new OwnedBlock[SLOTS];
    private final int mostOwners;
    private final List<OwnedBlock> all = new ArrayList<>();

    /** Not a constant: the JIT compiler would unroll the loops over it into the look at the first slot, and make that slower. */
    private final int probes;

    /** Makes slots of which so many may be used, 64 at most. */
    OwnedBlocks(int mostOwners) {
        assert mostOwners <= SLOTS : mostOwners;
        VirtualThreads.load();
        this.mostOwners = mostOwners;
        probes = Math.min(MOST_PROBES, mostOwners);
    }

    /** Returns the block that the calling thread owns, or null. */
    @Nullable
    OwnedBlock of(Thread caller) {
        final int home = ThreadHash.indexOf(caller, SLOT_BITS);
        final OwnedBlock owned = at(home);
        return owned != null && owned.owner == caller ? owned : beyond(home, caller);
    }

    private @Nullable OwnedBlock beyond(int home, Thread caller) {
        for (int i = 1; i < probes; i++) {
            OwnedBlock owned = at(home + i);
            if (owned != null && owned.owner == caller) {
                return owned;
            }
        }
        return null;
    }

    private @Nullable OwnedBlock at(int index) {
        return (OwnedBlock) SLOT.getOpaque(slots, index & (SLOTS - 1));
    }

    /** Makes a block for the calling thread, which has none, or returns null if there is no slot where it could be found. */
    synchronized @Nullable OwnedBlock add(Thread caller, Stripe stripe) {
        int home = ThreadHash.indexOf(caller, SLOT_BITS);
        for (int i = 0; i < probes && all.size() < mostOwners; i++) {
            int slot = (home + i) & (SLOTS - 1);
            if (slots[slot] == null) {
                OwnedBlock owned = new OwnedBlock(caller, stripe, slot);
                all.add(owned);
                SLOT.setRelease(slots, slot, owned);
                return owned;
            }
        }
        return null;
    }

    /** Empties the slot of a block, if it is in it. Returns whether it was. */
    synchronized boolean remove(OwnedBlock owned) {
        boolean was = all.remove(owned);
        if (was) {
            SLOT.setRelease(slots, owned.slot, (OwnedBlock) null);
        }
        return was;
    }

    /** Returns the blocks that are in slots now. */
    synchronized List<OwnedBlock> all() {
        return List.copyOf(all);
    }
}
