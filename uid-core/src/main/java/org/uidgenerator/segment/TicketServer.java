package org.uidgenerator.segment;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.identity.ExpectedIdentity;

/** One of several stores, and its place among them, which its store identity says. For any thread. */
final class TicketServer {
    private static final long PLACES = 10_000;
    private static final long LEAST_PREFIX = 10_000_000;

    private final SegmentStore store;
    private final int index;
    private final int servers;
    private final ExpectedIdentity identity = new ExpectedIdentity(null);

    TicketServer(SegmentStore store, int index, int servers) {
        this.store = store;
        this.index = index;
        this.servers = servers;
    }

    /**
     * Begins to take a range of the store's own counter.
     *
     * @throws OtherStoreIdentityException if the store has another place, or holds another store identity than before
     */
    PendingWrite<UidRange> beginTake(String tag, long length) {
        Optional<StoreIdentityRecord> record = store.identityRecord();
        if (record.isEmpty()) {
            return store.beginTake(null, tag, length);
        }
        if (identity.seen().isEmpty()) {
            identity.require(store.toString(), record, this::newIdentity);
        }
        StoreIdentity seen = identity.seen().orElseThrow();
        if (seen.number() % PLACES != place()) {
            throw new OtherStoreIdentityException(
                    OptionText.of(
                            "a store identity that ends in %04d, as of store %d of %d in the list of all generators,",
                            place(), index + 1, servers),
                    store.toString(),
                    identity.seen());
        }
        return store.beginTake(seen, tag, length);
    }

    private int place() {
        return (index + 1) * 100 + servers;
    }

    private StoreIdentity newIdentity(String name) {
        long prefix = ThreadLocalRandom.current().nextLong(LEAST_PREFIX, 10 * LEAST_PREFIX);
        return StoreIdentity.of(
                name,
                prefix * PLACES + place(),
                String.format(Locale.ROOT, "numbers of store %d of %d", index + 1, servers),
                LocalHost.thisProcess(LocalHost.name()),
                Instant.now());
    }

    /** Returns what a range of the store's own counter stands for. */
    UidRange numbers(UidRange counted) {
        long greatest = (Long.MAX_VALUE - index) / servers;
        if (counted.first() > greatest) {
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT,
                    "%s has come to its end, as %d of %d stores: it gives %d",
                    store,
                    index,
                    servers,
                    counted.first()));
        }
        long size = (Math.min(counted.last(), greatest) - counted.first()) / counted.increment() + 1;
        long first = counted.first() * servers + index;
        long step = counted.increment() * servers;
        return new UidRange(first, first + (size - 1) * step, step);
    }

    /** Returns the name of the store. */
    @Override
    public String toString() {
        return store.toString();
    }
}
