package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.identity.ExpectedIdentity;

/**
 * The store of a generator, and the one store identity that the generator takes ranges of. It is read before the first
 * range, once, or by each of the threads that begin at the same time. Every range is taken only if the store holds it.
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

    SegmentStore store() {
        return store;
    }

    /** The identity that ranges were taken of, or empty if none was taken yet or the store keeps no store identity. */
    Optional<StoreIdentity> seen() {
        return expected.seen();
    }

    /** Begins to take a range. */
    PendingWrite<UidRange> beginTake(String tag, long length) {
        return reporting(() -> store.beginTake(identity().orElse(null), tag, length));
    }

    /** Gives the rest of the last range back. */
    boolean giveBack(String tag, UidRange rest) {
        return store.giveBack(seen().orElse(null), tag, rest);
    }

    /** Returns what ranges are taken of, or empty if the store keeps no store identity. */
    private Optional<StoreIdentity> identity() {
        Optional<StoreIdentityRecord> record = store.identityRecord();
        if (record.isPresent() && expected.seen().isEmpty()) {
            expected.require(store.toString(), record, IdentifiedStore::newIdentity);
            if (found.compareAndSet(false, true)) {
                LOG.log(
                        INFO,
                        "{0} takes numbers of store identity {1}",
                        generator,
                        expected.seen().orElseThrow().describe());
            }
        }
        return expected.seen();
    }

    private static StoreIdentity newIdentity(String name) {
        return StoreIdentity.random(
                name, "numbers", LocalHost.thisProcess(LocalHost.name()), Instant.now(), ThreadLocalRandom.current());
    }

    private <T> T reporting(Supplier<T> call) {
        try {
            return call.get();
        } catch (OtherStoreIdentityException e) {
            if (refused.compareAndSet(false, true)) {
                LOG.log(ERROR, "{0} takes no more ranges: {1}", generator, e.getMessage());
            }
            throw e;
        }
    }
}
