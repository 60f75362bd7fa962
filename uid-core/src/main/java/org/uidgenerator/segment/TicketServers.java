package org.uidgenerator.segment;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.identity.ExpectedIdentity;

/**
 * Several stores in place of one, any of which may be unavailable. Of {@code n} stores, store {@code i} has the numbers
 * whose remainder modulo {@code n} is {@code i}. Costs gaps: if a store lags behind, its numbers are skipped up to
 * those of the others, so that a generator's numbers ascend.
 *
 * <p>Each store counts for itself, 1, 2, 3; the number {@code k} of store {@code i} stands for {@code k * n + i}. So
 * the numbers depend on the set of stores and their order, which must be the same for all generators. To change it,
 * stop all generators, take the highest number that any store stands for, divide it by the new {@code n}, raise each
 * counter above that, and remove the store identity of each store.
 *
 * <p>Each store knows its place: the last four digits of its store identity are {@code i + 1} and {@code n}, such as
 * {@code 0102} for the first of two. The store identity is made with the first range of the store, unless the store
 * keeps none. A store that stands elsewhere in the list, or has been used for counters of its own, is refused before it
 * counts.
 *
 * <p>A store that does not answer is passed over for this range; the next range begins with another store. Some bytes
 * are kept for each tag as long as the object is, also for a tag that a generator has forgotten.
 */
public final class TicketServers implements SegmentStore {
    private static final int MOST_STORES = 99;

    private final List<TicketServer> servers;
    private final AtomicInteger turn = new AtomicInteger();

    /** For each tag, for good: without it a store that lags behind would give lower numbers than those before. */
    private final ConcurrentMap<String, Long> highest = new ConcurrentHashMap<>();

    /**
     * Joins stores.
     *
     * @param stores the stores, in the order that all generators use; each counter is in all of them
     * @throws IllegalArgumentException if there is none, or more than 99
     */
    public TicketServers(List<? extends SegmentStore> stores) {
        List<SegmentStore> copy = List.copyOf(Objects.requireNonNull(stores, "stores"));
        if (copy.isEmpty() || copy.size() > MOST_STORES) {
            throw new IllegalArgumentException("stores must be in [1, " + MOST_STORES + "]: stores=" + copy.size());
        }
        servers = IntStream.range(0, copy.size())
                .mapToObj(index -> new TicketServer(copy.get(index), index, copy.size(), new ExpectedIdentity(null)))
                .toList();
    }

    @Override
    public UidRange take(String tag, long length) {
        return fromAny(server -> begin(server, tag, length).confirm());
    }

    /**
     * {@inheritDoc} A store that lags behind is found when its range is confirmed, which then takes as long as taking
     * another one.
     */
    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        return fromAny(server -> begin(server, tag, length));
    }

    private <T> T fromAny(Function<TicketServer, T> attempt) {
        int begin = turn.getAndIncrement();
        @Nullable RuntimeException failure = null;
        for (int i = 0; i < servers.size(); i++) {
            try {
                return attempt.apply(servers.get(Math.floorMod(begin + i, servers.size())));
            } catch (OtherStoreIdentityException misplaced) {
                throw misplaced; // and not passed over: others may be as well
            } catch (StoreException | UidGenerateException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        throw Objects.requireNonNull(failure);
    }

    private PendingWrite<UidRange> begin(TicketServer server, String tag, long length) {
        PendingWrite<UidRange> begun = server.beginTake(tag, length);
        return PendingWrite.of(begun::untilConfirmable, () -> ascending(server, tag, length, begun.confirm()));
    }

    private UidRange ascending(TicketServer server, String tag, long length, UidRange counted) {
        long above = highest.getOrDefault(tag, -1L);
        UidRange range = server.numbers(counted);
        if (range.last() <= above) { // the store lags behind
            long missing = (above - range.last()) / range.increment();
            long more = missing > Long.MAX_VALUE - length ? missing : missing + length;
            range = server.numbers(server.beginTake(tag, more).confirm());
        }
        if (range.last() <= above) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s lags behind the other stores with tag %s: it gives %d, and %d was taken",
                    server,
                    tag,
                    range.last(),
                    above));
        }
        highest.merge(tag, range.last(), Math::max);
        long skipped = range.first() > above ? 0 : (above - range.first()) / range.increment() + 1;
        return new UidRange(range.first() + skipped * range.increment(), range.last(), range.increment());
    }

    /** Returns the stores in their order. */
    @Override
    public String toString() {
        return servers.stream().map(TicketServer::toString).collect(Collectors.joining(", ", "[", "]"));
    }

    /** One of the stores, and its place among them, which its store identity says. */
    private record TicketServer(SegmentStore store, int index, int servers, ExpectedIdentity identity) {
        private static final long PLACES = 10_000;
        private static final long LEAST_PREFIX = 10_000_000;

        /**
         * Begins to take a range of the store's own counter.
         *
         * @throws OtherStoreIdentityException if the store has another place, or holds another store identity than
         *     before
         */
        PendingWrite<UidRange> beginTake(String tag, long length) {
            return identity.begin(store.toString(), store.identityRecord(), this::newIdentity, held -> {
                requireOwnPlace(held);
                return store.beginTake(held, tag, length);
            });
        }

        private void requireOwnPlace(@Nullable StoreIdentity held) {
            if (held != null && held.number() % PLACES != place()) {
                throw new OtherStoreIdentityException(
                        OptionText.of(
                                "a store identity that ends in %04d, as of store %d of %d in the list of all generators,",
                                place(), index + 1, servers),
                        store.toString(),
                        Optional.of(held));
            }
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
                        "%s is exhausted, as %d of %d stores: it gives %d",
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
}
