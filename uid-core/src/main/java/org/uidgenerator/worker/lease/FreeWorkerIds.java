package org.uidgenerator.worker.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The worker ids that may be taken, as some rows show them. Those that nobody is expected to come back to come before
 * new ones, and those before the others. Of each kind one is chosen at random, as many launches may see the same rows.
 * A sticky holder takes its own before all others, and leaves those of others alone for a day. Whoever has taken one
 * before without knowing it takes that one.
 */
final class FreeWorkerIds {
    private static final long GREATEST_TERM_STEP = Integer.MAX_VALUE;

    /** A row with a greater TERM is never free, because there is no room to raise it. */
    private static final long GREATEST_TERM = Long.MAX_VALUE - GREATEST_TERM_STEP;

    /** Of so many gaps one is chosen. */
    private static final int MOST_GAPS = 64;

    private final WantedWorkerId wanted;
    private final NavigableMap<Long, LeaseRow> rows;
    private final List<Acquisition> unacknowledged;
    private final Map<LeaseRow, Long> firstTicksOfUnacknowledged = new HashMap<>();
    private final OtherWorkerIds others;
    private final LostRaces lostRaces;
    private final RandomGenerator random;

    FreeWorkerIds(
            WantedWorkerId wanted,
            NavigableMap<Long, LeaseRow> rows,
            List<Acquisition> unacknowledged,
            OtherWorkerIds others,
            LostRaces lostRaces,
            RandomGenerator random) {
        this.wanted = wanted;
        this.rows = rows;
        this.unacknowledged = unacknowledged;
        this.others = others;
        this.lostRaces = lostRaces;
        this.random = random;
        for (Acquisition givenUp : unacknowledged) {
            LeaseRow row = rows.get(givenUp.workerId());
            if (row != null && row.agreesWith(givenUp.row())) {
                firstTicksOfUnacknowledged.put(row, givenUp.firstTick());
            }
        }
    }

    /** One that no other holder is expected to come back to: better than a new one, so that rows do not become more. */
    Optional<Acquisition> unmissed() {
        return wanted.holder().isSticky()
                ? unacknowledged()
                        .or(this::own)
                        .or(() -> givenBack(wanted.forgottenTick()))
                        .or(this::abandoned)
                : unacknowledged().or(() -> givenBack(wanted.soonTick())).or(this::abandoned);
    }

    /**
     * A new one that this assigner asked for in vain: if the request arrives yet, it does so before this one or never.
     */
    Optional<Acquisition> unanswered() {
        return choose(
                        unacknowledged.stream()
                                .map(Acquisition::workerId)
                                .filter(workerId -> wanted.isInRange(workerId) && !rows.containsKey(workerId))
                                .toList(),
                        1)
                .map(this::insert);
    }

    /** One that its holder may miss, or that was used far ahead of now: for when there are no new ones. */
    Optional<Acquisition> missed() {
        return givenBack(wanted.soonTick()).or(this::expired).or(() -> givenBack(wanted.latestTick()));
    }

    /** One of the first few without a row, if the rows are those of the whole range. */
    Optional<Acquisition> gap() {
        List<Long> gaps = new ArrayList<>();
        long unused = wanted.firstWorkerId();
        while (unused <= wanted.lastWorkerId() && gaps.size() < MOST_GAPS) {
            long free = rows.containsKey(unused) ? unused + 1 : others.lowestFree(unused);
            if (free == unused) {
                gaps.add(unused++);
            } else {
                unused = free;
            }
        }
        return choose(gaps, MOST_GAPS).map(this::insert);
    }

    private Acquisition insert(long workerId) {
        return wanted.insert(workerId, nextTerm(0, random));
    }

    /** How many worker ids are held. */
    long held() {
        return count(LeaseRow::held);
    }

    /** How many of these were left behind by a crash, and may not be taken yet. */
    long resting() {
        return count(row -> row.isRestingAt(wanted.storeTick()));
    }

    /** How many worker ids have rows and may not be taken. */
    long inUse() {
        return count(row -> !isGivenBack(row, wanted.latestTick()) && !hasExpired(row));
    }

    private long count(Predicate<LeaseRow> condition) {
        return rows.values().stream().filter(condition).count();
    }

    /** How many worker ids have rows. */
    int size() {
        return rows.size();
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
                row -> wanted.holder().comesBackTo(row) && (isGivenBack(row, wanted.latestTick()) || hasExpired(row)),
                1);
    }

    /** One whose last holder has stamped no tick from the given one on. */
    private Optional<Acquisition> givenBack(long tick) {
        return takeOver(row -> isGivenBack(row, tick));
    }

    private static boolean isGivenBack(LeaseRow row, long tick) {
        return !row.held() && row.reservedThrough() < tick;
    }

    /** One whose holder crashed long ago. */
    private Optional<Acquisition> abandoned() {
        return takeOver(row -> row.hasExpiredAt(wanted.forgottenStoreTick()) && hasExpired(row));
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
        return takeOver(isFree, Integer.MAX_VALUE);
    }

    private Optional<Acquisition> takeOver(Predicate<LeaseRow> isFree, int window) {
        List<Long> free = new ArrayList<>();
        rows.forEach((workerId, row) -> {
            if (wanted.isInRange(workerId) && row.term() <= GREATEST_TERM && isFree.test(row)) {
                free.add(workerId);
            }
        });
        Optional<Long> chosen = choose(free, window);
        while (chosen.isPresent() && others.lowestFree(chosen.get()) != chosen.get()) {
            free.remove(chosen.get());
            chosen = choose(free, window);
        }
        return chosen.map(rows::get)
                .map(row -> wanted.takeOver(
                        row,
                        firstTicksOfUnacknowledged.getOrDefault(row, row.firstTickOfSuccessor()),
                        nextTerm(row.term(), random)));
    }

    /** One of the first few at random, preferably one that was not refused yet. */
    private Optional<Long> choose(List<Long> free, int window) {
        for (int refusals = 0; refusals < LostRaces.MOST_REFUSALS; refusals++) {
            int times = refusals;
            List<Long> best = free.stream()
                    .filter(workerId -> lostRaces.refusals(workerId) == times)
                    .toList();
            if (!best.isEmpty()) {
                return Optional.of(best.get(random.nextInt(Math.min(window, best.size()))));
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
