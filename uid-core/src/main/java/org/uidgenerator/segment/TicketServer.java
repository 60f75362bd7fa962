package org.uidgenerator.segment;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherIdSpaceException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.space.ExpectedSpace;

/** One of several stores, and its place among them, which its id space says. For any thread. */
final class TicketServer {
    private static final long PLACES = 10_000;
    private static final long LEAST_PREFIX = 10_000_000;

    private final SegmentStore store;
    private final int index;
    private final int servers;
    private final ExpectedSpace space = new ExpectedSpace(null);

    TicketServer(SegmentStore store, int index, int servers) {
        this.store = store;
        this.index = index;
        this.servers = servers;
    }

    /**
     * Begins to take a range of the store's own counter.
     *
     * @throws OtherIdSpaceException if the store has another place, or holds another id space than before
     */
    PendingWrite<UidRange> beginTake(String tag, long length) {
        Optional<IdSpaceRecord> record = store.spaceRecord();
        if (record.isEmpty()) {
            return store.beginTake(null, tag, length);
        }
        if (space.seen().isEmpty()) {
            space.require(store.toString(), record, this::newSpace);
        }
        IdSpace seen = space.seen().orElseThrow();
        if (seen.identity() % PLACES != place()) {
            throw new OtherIdSpaceException(
                    OptionText.of(
                            "an id space that ends in %04d, as of store %d of %d in the list of all generators,",
                            place(), index + 1, servers),
                    store.toString(),
                    space.seen());
        }
        return store.beginTake(seen, tag, length);
    }

    private int place() {
        return (index + 1) * 100 + servers;
    }

    private IdSpace newSpace(String name) {
        long prefix = ThreadLocalRandom.current().nextLong(LEAST_PREFIX, 10 * LEAST_PREFIX);
        return IdSpace.of(
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
        long size = (Math.min(counted.last(), greatest) - counted.first()) / counted.step() + 1;
        long first = counted.first() * servers + index;
        long step = counted.step() * servers;
        return new UidRange(first, first + (size - 1) * step, step);
    }

    /** Returns the name of the store. */
    @Override
    public String toString() {
        return store.toString();
    }
}
