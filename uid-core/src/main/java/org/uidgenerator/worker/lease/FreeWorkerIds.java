package org.uidgenerator.worker.lease;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The worker ids that may be taken, as one reading of the rows shows them. Those that are surely unused, because their
 * last holder gave them back or they were never taken, come before those that only look unused; of each kind the lowest
 * comes first. A sticky holder takes its own before all others, and leaves those of others alone for a day. Whoever has
 * taken one before without knowing it takes that one.
 */
final class FreeWorkerIds {
    private static final long GREATEST_TERM_STEP = Integer.MAX_VALUE;

    /** A row with a greater TERM is never free, because there is no room to raise it. */
    private static final long GREATEST_TERM = Long.MAX_VALUE - GREATEST_TERM_STEP;

    private static final long NONE = Long.MAX_VALUE;

    private final WantedWorkerId wanted;
    private final TreeMap<Long, LeaseRow> rows = new TreeMap<>();
    private final Map<LeaseRow, Long> firstTicksOfUnacknowledged = new HashMap<>();
    private final OtherWorkerIds others;
    private final LostRaces lostRaces;
    private final RandomGenerator random;

    FreeWorkerIds(
            WantedWorkerId wanted,
            List<StoredLease> leases,
            List<Acquisition> unacknowledged,
            Optional<OtherWorkerIds> others,
            LostRaces lostRaces,
            RandomGenerator random) {
        this.wanted = wanted;
        this.others = others.orElse(from -> from);
        this.lostRaces = lostRaces;
        this.random = random;
        leases.forEach(lease -> rows.put(lease.row().workerId(), lease.row()));
        for (Acquisition givenUp : unacknowledged) {
            LeaseRow row = rows.get(givenUp.workerId());
            if (row != null && row.agreesWith(givenUp.row())) {
                firstTicksOfUnacknowledged.put(row, givenUp.firstTick());
            }
        }
        lostRaces.compare(
                workerId -> rows.containsKey(workerId) ? rows.get(workerId).term() : 0);
    }

    /** Returns the one to take, if there is any. */
    Optional<Acquisition> choose() {
        return unacknowledged()
                .or(wanted.holder().isSticky() ? () -> own().or(this::nobodys).or(this::anyones) : this::anyones);
    }

    /** One that this assigner has taken without knowing it. Nothing was stamped since then. */
    private Optional<Acquisition> unacknowledged() {
        return takeOver(row -> {
            Long firstTick = firstTicksOfUnacknowledged.get(row);
            return firstTick != null && firstTick <= wanted.latestTick();
        });
    }

    /** One that the same holder had last. Its ticks may have been used up far ahead of now. */
    private Optional<Acquisition> own() {
        return takeOver(
                row -> wanted.holder().comesBackTo(row) && (isGivenBack(row, wanted.latestTick()) || hasExpired(row)));
    }

    /** One to which no other holder is expected to come back. */
    private Optional<Acquisition> nobodys() {
        return givenBack(wanted.forgottenTick()).or(this::neverTaken);
    }

    private Optional<Acquisition> anyones() {
        return givenBack(wanted.soonTick())
                .or(this::neverTaken)
                .or(this::expired)
                .or(() -> givenBack(wanted.latestTick()));
    }

    /** One whose last holder has stamped no tick from the given one on. */
    private Optional<Acquisition> givenBack(long tick) {
        return takeOver(row -> isGivenBack(row, tick));
    }

    private static boolean isGivenBack(LeaseRow row, long tick) {
        return !row.held() && row.reservedThrough() < tick;
    }

    /**
     * One whose holder has not reserved in time. It may still be alive, and then loses its worker id. To a host whose
     * clock is behind that of the store, a row may look expired and be unusable yet.
     */
    private Optional<Acquisition> expired() {
        return takeOver(this::hasExpired);
    }

    private boolean hasExpired(LeaseRow row) {
        return row.hasExpiredAt(wanted.storeTick()) && row.firstTickOfSuccessor() <= wanted.latestTick();
    }

    private Optional<Acquisition> takeOver(Predicate<LeaseRow> isFree) {
        return choose(from -> lowestRow(from, isFree))
                .map(workerId -> rows.get(workerId))
                .map(row -> wanted.takeOver(
                        row,
                        firstTicksOfUnacknowledged.getOrDefault(row, row.firstTickOfSuccessor()),
                        nextTerm(row.term(), random)));
    }

    private long lowestRow(long from, Predicate<LeaseRow> isFree) {
        for (LeaseRow row : rows.tailMap(from).values()) {
            long workerId = row.workerId();
            if (workerId > wanted.lastWorkerId()) {
                break;
            }
            if (row.term() <= GREATEST_TERM && isFree.test(row) && others.lowestFree(workerId) == workerId) {
                return workerId;
            }
        }
        return NONE;
    }

    private Optional<Acquisition> neverTaken() {
        return choose(this::lowestUnused).map(workerId -> wanted.insert(workerId, nextTerm(0, random)));
    }

    private long lowestUnused(long from) {
        long unused = from;
        while (unused <= wanted.lastWorkerId()) {
            long free = rows.containsKey(unused) ? unused + 1 : others.lowestFree(unused);
            if (free == unused) {
                return unused;
            }
            unused = free;
        }
        return NONE;
    }

    /**
     * One of the first few worker ids at random, preferably one that was not refused yet.
     *
     * @param lowest finds the lowest of a kind from a worker id on, or {@link #NONE}
     */
    private Optional<Long> choose(LongUnaryOperator lowest) {
        long[] first = new long[lostRaces.window()];
        for (int refusals = 0; refusals < LostRaces.MOST_REFUSALS; refusals++) {
            int found = 0;
            long workerId = lowest.applyAsLong(wanted.firstWorkerId());
            while (workerId != NONE) {
                if (lostRaces.refusals(workerId) == refusals) {
                    first[found++] = workerId;
                }
                workerId = found < first.length ? lowest.applyAsLong(workerId + 1) : NONE;
            }
            if (found > 0) {
                return Optional.of(first[random.nextInt(found)]);
            }
        }
        return Optional.empty();
    }

    /**
     * Raises a term by a random step. If the store loses an acquisition and gives the worker id out again, the second
     * holder has another term than the first one, which then notices.
     */
    static long nextTerm(long term, RandomGenerator random) {
        return (term > GREATEST_TERM ? 0 : term) + random.nextLong(1, GREATEST_TERM_STEP);
    }
}
