package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.identity.ExpectedIdentity;

/**
 * The store of a generator, and the one store identity that the generator takes ranges of. It is read before the first
 * range, once, or by each of the threads that begin at the same time. Every range is taken only if the store holds it.
 * A failure of the store says which tag it was for.
 */
final class IdentifiedStore {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private final String generator;
    private final SegmentStore store;
    private final ExpectedIdentity expected;
    private final AtomicBoolean found = new AtomicBoolean();
    private final AtomicBoolean refused = new AtomicBoolean();

    /**
     * Expects a store identity of a store.
     *
     * @param generator the generator's name
     * @param identity what it is called, or null if any is welcome at first
     */
    IdentifiedStore(String generator, SegmentStore store, @Nullable String identity) {
        this.generator = generator;
        this.store = store;
        expected = new ExpectedIdentity(identity);
    }

    /** The identity that ranges were taken of, or empty if none was taken yet or the store keeps no store identity. */
    Optional<StoreIdentity> seen() {
        return expected.seen();
    }

    /** Begins to take a range. */
    PendingWrite<UidRange> begin(String tag, long length) {
        try {
            return asking(
                    tag,
                    () -> expected.begin(
                            store.toString(),
                            store.identityRecord(),
                            IdentifiedStore::newIdentity,
                            held -> store.beginTake(held, tag, length)));
        } catch (OtherStoreIdentityException e) {
            if (seen().isPresent() && refused.compareAndSet(false, true)) {
                LOG.log(ERROR, "{0} takes no more ranges: {1}", generator, e.getMessage());
            }
            throw e;
        }
    }

    /** Ends what was begun. */
    UidRange confirm(String tag, PendingWrite<UidRange> pending) {
        UidRange confirmed = asking(tag, pending::confirm);
        if (seen().isPresent() && !found.getAndSet(true)) {
            String identity = seen().orElseThrow().describe();
            LOG.log(INFO, "{0} takes numbers of store identity {1}", generator, identity);
        }
        return confirmed;
    }

    /** Gives the rest of the last range back. Returns whether the store has taken it. */
    boolean giveBack(String tag, UidRange rest) {
        return asking(tag, () -> store.giveBack(seen().orElse(null), tag, rest));
    }

    private static StoreIdentity newIdentity(String name) {
        return StoreIdentity.random(
                name, "numbers", LocalHost.thisProcess(LocalHost.name()), Instant.now(), ThreadLocalRandom.current());
    }

    private <T> T asking(String tag, Supplier<T> call) {
        try {
            return Objects.requireNonNull(call.get(), "range");
        } catch (UidGenerateException e) {
            throw e;
        } catch (RuntimeException | Error e) { // whatever it is, the tag must be tried again
            throw new UidGenerateException(
                    OptionText.of("%s got no range of tag %s from %s: %s", generator, tag, store, OptionText.saidBy(e)),
                    e);
        }
    }

    /** Returns the name of the store. */
    @Override
    public String toString() {
        return store.toString();
    }
}
