package org.uidgenerator.internal.lease.take;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.OtherWorkerIds;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The search of a generator for a worker id. It reads a random sample of the rows, so that it reads the same number in
 * a fleet of any size, and asks for a new worker id if the sample has none that no holder is expected to come back to.
 * So the rows become a few more than the processes, until nearly every sample has a free one. Once there are no new
 * ones, more samples are read, and then all rows. For one thread.
 */
final class LeaseSearch {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    /** If one row in fifty is free, a sample has one with a probability of 92 %. */
    private static final int SAMPLE = 128;

    /** How many samples to read before all rows. */
    private static final int MOST_SAMPLES = 3;

    /**
     * So many numbers may have been dealt whose rows are still to come, or never will. Beyond that it was dealt to
     * other ranges.
     */
    private static final int MOST_LEFT_OUT = 4_096;

    /** Fewer than one in so many are few, in a range that is larger than a sample. */
    private static final int FEW = 10;

    /** Of so many gaps one is chosen. */
    private static final int MOST_GAPS = 64;

    private final WorkerLeaseStore store;
    private final String storeName;
    private final WantedWorkerId wanted;
    private final LeaseOverview overview;
    private final OtherWorkerIds others;
    private final UnacknowledgedAcquisitions unacknowledged;
    private final RandomGenerator random;
    private final LostRaces lostRaces = new LostRaces();
    private long lowestNew;
    private boolean othersGetOn;
    private double shareInUse;

    /** A worker id that the search has looked at, or a new one that the store is to choose. */
    @FunctionalInterface
    interface Choice {
        /**
         * Writes a row in the store, unless other processes are faster.
         *
         * @param begun receives each acquisition before it is written; the one before it was then surely refused
         * @return whether the last one was taken
         * @throws StoreException if the store does not answer; the last one may be taken then
         */
        boolean take(Consumer<Acquisition> begun);
    }

    LeaseSearch(
            WorkerLeaseStore store,
            WantedWorkerId wanted,
            LeaseOverview overview,
            UnacknowledgedAcquisitions unacknowledged) {
        this.store = store;
        storeName = wanted.options().storeName();
        random = wanted.options().environment().random();
        this.wanted = wanted;
        this.overview = overview;
        this.unacknowledged = unacknowledged;
        others = overview.others().orElse(from -> from);
        lowestNew = overview.highest().isPresent() ? overview.highest().getAsLong() + 1 : wanted.firstWorkerId();
    }

    /**
     * Looks for a worker id.
     *
     * @return what to take, or empty if others are just taking all that are left
     * @throws UidGenerateException if none is left, or there are rows of another layout
     */
    Optional<Choice> next() {
        FreeWorkerIds sample = sample();
        Optional<Choice> found = chosen(sample.unmissed().or(sample::unanswered))
                .or(this::neverTaken)
                .or(() -> chosen(sample.missed()));
        for (int samples = 1; found.isEmpty() && samples < MOST_SAMPLES && !isSmall(); samples++) {
            FreeWorkerIds another = sample();
            found = chosen(another.unmissed().or(another::missed));
        }
        return found.or(() -> chosen(anywhere()));
    }

    private Optional<Choice> chosen(Optional<Acquisition> found) {
        return found.map(acquisition -> begun -> {
            begun.accept(acquisition);
            return acquisition.take(store);
        });
    }

    /** Records that a worker id could not be taken, as another generator was faster or is just taking it. */
    void refused(Acquisition lost) {
        lostRaces.refused(lost);
        lowestNew = Math.max(lowestNew, lost.workerId() + 1);
    }

    /** Whether worker ids that were refused have another holder, as far as the rows show it that were read last. */
    boolean othersGetOn() {
        return othersGetOn;
    }

    /** Warns if few worker ids are left, as far as the sample shows it that was read last. */
    void warnIfFewAreLeft() {
        long all = wanted.lastWorkerId() - wanted.firstWorkerId() + 1;
        long taken = Math.min(lowestNew - wanted.firstWorkerId(), all);
        long left = all - Math.round(shareInUse * taken);
        if (all > SAMPLE && left < all / FEW) {
            LOG.log(
                    WARNING,
                    "{0} has about {1} of {2} worker ids left, by a sample; starts are refused once there is none",
                    storeName,
                    Long.toString(left),
                    Long.toString(all));
        }
    }

    /** Whether one sample has all rows. */
    private boolean isSmall() {
        return lowestNew - wanted.firstWorkerId() <= SAMPLE;
    }

    /** One that has no row yet, to be chosen by the store. */
    private Optional<Choice> neverTaken() {
        lowestNew = others.lowestFree(lowestNew);
        if (lowestNew > wanted.lastWorkerId()) {
            return Optional.empty();
        }
        long next = lowestNew;
        long first = overview.others().isPresent() ? next : wanted.firstWorkerId(); // others are not among the rows
        return Optional.of(
                begun -> store.insertNew(first, wanted.lastWorkerId(), next, chosen -> insert(chosen, next, begun)));
    }

    private LeaseRow insert(long chosen, long next, Consumer<Acquisition> begun) {
        boolean isNear = wanted.isInRange(chosen) && chosen - next < MOST_LEFT_OUT;
        Acquisition acquisition = wanted.insert(isNear ? chosen : next, RowRules.nextTerm(0, random));
        begun.accept(acquisition);
        return acquisition.row();
    }

    private Optional<Acquisition> anywhere() {
        List<LeaseRow> rows = store.list(wanted.firstWorkerId(), wanted.lastWorkerId()).stream()
                .map(TimedLeaseRow::row)
                .toList();
        FreeWorkerIds all = new FreeWorkerIds(rows, wanted::isInRange, unacknowledged.latest());
        Optional<Acquisition> found = all.unmissed().or(all::gap).or(all::missed);
        if (found.isEmpty() && !lostRaces.forget()) {
            throw allInUse(all);
        }
        return found;
    }

    private FreeWorkerIds sample() {
        List<Acquisition> givenUp = unacknowledged.latest();
        Set<Long> workerIds = new HashSet<>(overview.own());
        workerIds.addAll(lostRaces.latest());
        for (Acquisition acquisition : givenUp) {
            workerIds.add(acquisition.workerId());
        }
        if (isSmall()) {
            for (long workerId = wanted.firstWorkerId(); workerId < lowestNew; workerId++) {
                workerIds.add(workerId);
            }
        } else {
            while (workerIds.size() < SAMPLE) {
                workerIds.add(random.nextLong(wanted.firstWorkerId(), lowestNew));
            }
        }
        List<LeaseRow> rows = workerIds.isEmpty() ? List.of() : store.find(workerIds);
        FreeWorkerIds sample = new FreeWorkerIds(rows, workerIds::contains, givenUp);
        shareInUse = (double) sample.inUse() / Math.max(1, workerIds.size());
        return sample;
    }

    private UidGenerateException allInUse(FreeWorkerIds all) {
        return new UidGenerateException(OptionText.of(
                "all worker ids %d..%d of %s are in use%s, %d held, of which %d stay reserved after a crash, and %d given back ahead of time: widen {workerIds} or {workerBits}, close generators, or wait until the reserved ticks of crashed ones have passed",
                wanted.firstWorkerId(),
                wanted.lastWorkerId(),
                storeName,
                overview.others().map(elsewhere -> " or in " + elsewhere).orElse(""),
                all.held(),
                all.staysReserved(),
                all.rows.size() - all.held()));
    }

    /**
     * The worker ids that may be taken, as some rows show them. Those that no holder is expected to come back to are
     * taken before new ones, and new ones before the others. Of each kind one is chosen at random, as many generators
     * may see the same rows. A sticky holder takes its own before all others, and leaves those of others alone for a
     * day. An assigner that has taken one before without knowing it takes that one.
     */
    private final class FreeWorkerIds {
        private final Map<Long, LeaseRow> rows = new TreeMap<>();
        private final List<Acquisition> givenUp;
        private final Map<LeaseRow, Long> firstTicksOfUnacknowledged = new HashMap<>();

        /**
         * Looks at rows.
         *
         * @param isRead whether the row of a worker id is among them if it has one
         */
        FreeWorkerIds(List<LeaseRow> read, LongPredicate isRead, List<Acquisition> givenUp) {
            for (LeaseRow row : read) {
                wanted.requireSameLayout(storeName, row.layout());
                rows.put(row.workerId(), row);
            }
            othersGetOn = lostRaces.compare(isRead, rows);
            this.givenUp = givenUp;
            for (Acquisition acquisition : givenUp) {
                LeaseRow row = rows.get(acquisition.workerId());
                if (row != null && RowRules.agree(row, acquisition.row())) {
                    firstTicksOfUnacknowledged.put(row, acquisition.firstTick());
                }
            }
        }

        /**
         * One that no other holder is expected to come back to: better than a new one, so that rows do not become more.
         */
        Optional<Acquisition> unmissed() {
            return wanted.options().isSticky()
                    ? unacknowledged()
                            .or(this::own)
                            .or(() -> givenBack(wanted.forgottenTick()))
                            .or(this::abandoned)
                    : unacknowledged().or(() -> givenBack(wanted.soonTick())).or(this::abandoned);
        }

        /**
         * A new one that this assigner asked for in vain: if the request arrives yet, it does so before this one or
         * never.
         */
        Optional<Acquisition> unanswered() {
            return choose(
                            givenUp.stream()
                                    .map(Acquisition::workerId)
                                    .filter(workerId -> wanted.isInRange(workerId) && !rows.containsKey(workerId))
                                    .toList(),
                            1)
                    .map(this::insert);
        }

        /** One that its holder may miss, or that was used far ahead of now: for when there are no new ones. */
        Optional<Acquisition> missed() {
            return givenBack(wanted.soonTick())
                    .or(() -> takeOver(this::hasExpired))
                    .or(() -> givenBack(wanted.latestTick()));
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
            return wanted.insert(workerId, RowRules.nextTerm(0, random));
        }

        /** Returns how many worker ids are held. */
        long held() {
            return count(LeaseRow::held);
        }

        /** Returns how many of these were left behind by a crash, and may not be taken yet. */
        long staysReserved() {
            return count(row -> RowRules.staysReservedAt(row, wanted.storeTick()));
        }

        /** Returns how many worker ids have rows and may not be taken. */
        long inUse() {
            return count(row -> !isGivenBack(row, wanted.latestTick()) && !hasExpired(row));
        }

        private long count(Predicate<LeaseRow> condition) {
            return rows.values().stream().filter(condition).count();
        }

        /** One that this assigner has taken without knowing it. No tick was used since then. */
        private Optional<Acquisition> unacknowledged() {
            return takeOver(row -> {
                Long firstTick = firstTicksOfUnacknowledged.get(row);
                return firstTick != null && firstTick <= wanted.latestTick();
            });
        }

        /** One that the same holder had last. Its ticks may have been used up far ahead of now. */
        private Optional<Acquisition> own() {
            return takeOver(
                    row -> wanted.comesBackTo(row) && (isGivenBack(row, wanted.latestTick()) || hasExpired(row)), 1);
        }

        /** One whose last holder has used no tick from the given one on. */
        private Optional<Acquisition> givenBack(long tick) {
            return takeOver(row -> isGivenBack(row, tick));
        }

        private static boolean isGivenBack(LeaseRow row, long tick) {
            return !row.held() && row.reservedThrough() < tick;
        }

        /** One whose holder crashed long ago. */
        private Optional<Acquisition> abandoned() {
            return takeOver(row -> RowRules.hasExpiredAt(row, wanted.forgottenStoreTick()) && hasExpired(row));
        }

        /**
         * Returns whether the holder has not reserved in time. It may still be alive, and then loses its worker id. To
         * a host whose clock is behind that of the store, a row may look expired and be unusable yet.
         */
        private boolean hasExpired(LeaseRow row) {
            return RowRules.hasExpiredAt(row, wanted.storeTick())
                    && RowRules.firstTickOfSuccessor(row) <= wanted.latestTick();
        }

        private Optional<Acquisition> takeOver(Predicate<LeaseRow> isFree) {
            return takeOver(isFree, Integer.MAX_VALUE);
        }

        private Optional<Acquisition> takeOver(Predicate<LeaseRow> isFree, int window) {
            List<Long> free = new ArrayList<>();
            rows.forEach((workerId, row) -> {
                if (wanted.isInRange(workerId) && row.term() <= RowRules.GREATEST_TERM && isFree.test(row)) {
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
                            firstTicksOfUnacknowledged.getOrDefault(row, RowRules.firstTickOfSuccessor(row)),
                            RowRules.nextTerm(row.term(), random)));
        }

        /** One of the first few at random, preferably one that was not refused yet. */
        private Optional<Long> choose(List<Long> free, int window) {
            for (int refusals = 0; refusals < LostRaces.MOST_REFUSALS; refusals++) {
                List<Long> best = new ArrayList<>();
                for (long workerId : free) {
                    if (lostRaces.refusals(workerId) == refusals) {
                        best.add(workerId);
                    }
                }
                if (!best.isEmpty()) {
                    return Optional.of(best.get(random.nextInt(Math.min(window, best.size()))));
                }
            }
            return Optional.empty();
        }
    }
}
