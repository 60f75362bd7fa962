package org.uidgenerator.internal.lease.take;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
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
    private final UnacknowledgedAcquisitions unacknowledged;
    private final RandomGenerator random;
    private final LostRaces lostRaces = new LostRaces();
    final Deque<Acquisition> begun = new ArrayDeque<>(); // and not refused, the latest first
    private int unanswered; // of these, in earlier attempts
    private long lowestNew;
    private boolean othersGetOn;
    private double shareInUse;

    /**
     * The reasons for which a row may be taken over, the best one first. Those up to {@link #ABANDONED} are better than
     * a new row, so that rows do not become more. For the others, a holder may miss it, or it was used far ahead of
     * now.
     */
    private enum Reason {
        UNACKNOWLEDGED, // this assigner has taken it without knowing it, and no tick was used since then
        OWN, // the same holder had it last; its ticks may have been used up far ahead of now
        GIVEN_BACK, // and no holder is expected to come back to it
        ABANDONED, // its holder crashed long ago
        MISSED, // given back, and its holder may come back to it
        EXPIRED, // its holder has not reserved in time
        AHEAD // given back, and used far ahead of now
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
        lowestNew = overview.highest().isPresent() ? overview.highest().getAsLong() + 1 : wanted.firstWorkerId();
    }

    /**
     * Looks for a worker id and writes its row in the store, unless other processes are faster.
     *
     * @return whether the latest acquisition begun is acknowledged; false also if others are just taking all that are
     *     left
     * @throws StoreException if the store does not answer; one that was begun meanwhile may be written
     * @throws UidGenerateException if none is left, or there are rows of another layout
     */
    boolean take() {
        unanswered = begun.size();
        if (!write()) {
            forgetRefused();
        }
        return hasBegun(); // whatever a store says that has not asked for a row
    }

    /** Returns whether an acquisition was begun by the latest attempt, and was not refused. */
    boolean hasBegun() {
        return begun.size() > unanswered;
    }

    private boolean write() {
        FreeWorkerIds sample = sample();
        Optional<Acquisition> found = sample.takeOver(Reason.UNACKNOWLEDGED, Reason.ABANDONED);
        found = found.isEmpty() ? sample.unanswered() : found;
        if (found.isEmpty()) {
            lowestNew = lowestFree(lowestNew);
            if (lowestNew <= wanted.lastWorkerId()) {
                return writeNew();
            }
            found = sample.takeOver(Reason.MISSED, Reason.AHEAD);
        }
        for (int samples = 1; found.isEmpty() && samples < MOST_SAMPLES && !isSmall(); samples++) {
            found = sample().takeOver(Reason.UNACKNOWLEDGED, Reason.AHEAD);
        }
        found = found.isEmpty() ? anywhere() : found;
        if (found.isEmpty()) {
            return false;
        }
        begun.push(found.get());
        return found.get().take(store);
    }

    /** Records that a worker id could not be taken, as another generator was faster or is just taking it. */
    private void forgetRefused() {
        if (hasBegun()) {
            Acquisition lost = begun.pop();
            lostRaces.refused(lost);
            lowestNew = Math.max(lowestNew, lost.workerId() + 1);
        }
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

    /** Returns the lowest worker id from one on that is not taken elsewhere. */
    private long lowestFree(long from) {
        return overview.others().isPresent() ? overview.others().get().lowestFree(from) : from;
    }

    /** Whether one sample has all rows. */
    private boolean isSmall() {
        return lowestNew - wanted.firstWorkerId() <= SAMPLE;
    }

    /** Writes a row for a worker id that has none yet, chosen by the store. */
    private boolean writeNew() {
        long next = lowestNew;
        long first = overview.others().isPresent() ? next : wanted.firstWorkerId(); // others are not among the rows
        return store.insertNew(first, wanted.lastWorkerId(), next, chosen -> begin(chosen, next));
    }

    private LeaseRow begin(long chosen, long next) {
        forgetRefused();
        boolean isNear = wanted.isInRange(chosen) && chosen - next < MOST_LEFT_OUT;
        Acquisition acquisition = wanted.insert(isNear ? chosen : next, RowRules.nextTerm(0, random));
        begun.push(acquisition);
        return acquisition.row();
    }

    private Optional<Acquisition> anywhere() {
        List<LeaseRow> rows = store.list(wanted.firstWorkerId(), wanted.lastWorkerId()).stream()
                .map(TimedLeaseRow::row)
                .toList();
        FreeWorkerIds all = new FreeWorkerIds(rows, wanted::isInRange, unacknowledged.latest());
        Optional<Acquisition> found = all.takeOver(Reason.UNACKNOWLEDGED, Reason.ABANDONED)
                .or(all::gap)
                .or(() -> all.takeOver(Reason.MISSED, Reason.AHEAD));
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
        private final Map<Long, Reason> reasons = new TreeMap<>();
        private final List<Acquisition> givenUp;
        private final Map<Long, Long> firstTicksOfUnacknowledged = new HashMap<>();

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
                    firstTicksOfUnacknowledged.put(row.workerId(), acquisition.firstTick());
                }
            }
            for (LeaseRow row : rows.values()) {
                Reason reason = reason(row);
                if (reason != null) {
                    reasons.put(row.workerId(), reason);
                }
            }
        }

        /**
         * A new one that this assigner asked for in vain: if the request arrives yet, it does so before this one or
         * never.
         */
        Optional<Acquisition> unanswered() {
            List<Long> unanswered = new ArrayList<>();
            for (Acquisition acquisition : givenUp) {
                if (wanted.isInRange(acquisition.workerId()) && !rows.containsKey(acquisition.workerId())) {
                    unanswered.add(acquisition.workerId());
                }
            }
            return insert(unanswered, 1);
        }

        /** One of the first few without a row, if the rows are those of the whole range. */
        Optional<Acquisition> gap() {
            List<Long> gaps = new ArrayList<>();
            long unused = wanted.firstWorkerId();
            while (unused <= wanted.lastWorkerId() && gaps.size() < MOST_GAPS) {
                long free = rows.containsKey(unused) ? unused + 1 : lowestFree(unused);
                if (free == unused) {
                    gaps.add(unused++);
                } else {
                    unused = free;
                }
            }
            return insert(gaps, MOST_GAPS);
        }

        private Optional<Acquisition> insert(List<Long> free, int window) {
            Optional<Long> chosen = choose(free, window);
            return chosen.isPresent()
                    ? Optional.of(wanted.insert(chosen.get(), RowRules.nextTerm(0, random)))
                    : Optional.empty();
        }

        long held() {
            return count(LeaseRow::held);
        }

        /** Returns how many of these were left behind by a crash, and may not be taken yet. */
        long staysReserved() {
            return count(row -> RowRules.staysReservedAt(row, wanted.storeTick()));
        }

        /** Returns how many worker ids have rows and may not be taken. */
        int inUse() {
            return rows.size() - reasons.size();
        }

        private long count(Predicate<LeaseRow> condition) {
            return rows.values().stream().filter(condition).count();
        }

        /** Returns the best reason to take a row over, or null if it may not be taken. */
        private @Nullable Reason reason(LeaseRow row) {
            if (!wanted.isInRange(row.workerId()) || row.term() > RowRules.GREATEST_TERM) {
                return null;
            }
            Long firstTick = firstTicksOfUnacknowledged.get(row.workerId());
            if (firstTick != null && firstTick <= wanted.latestTick()) {
                return Reason.UNACKNOWLEDGED;
            }
            if (!hasExpired(row) && !isGivenBack(row, wanted.latestTick())) {
                return null;
            }
            if (wanted.comesBackTo(row)) {
                return Reason.OWN;
            }
            if (row.held()) {
                return RowRules.hasExpiredAt(row, wanted.forgottenStoreTick()) ? Reason.ABANDONED : Reason.EXPIRED;
            }
            if (isGivenBack(row, wanted.options().isSticky() ? wanted.forgottenTick() : wanted.soonTick())) {
                return Reason.GIVEN_BACK;
            }
            return isGivenBack(row, wanted.soonTick()) ? Reason.MISSED : Reason.AHEAD;
        }

        private static boolean isGivenBack(LeaseRow row, long tick) {
            return !row.held() && row.reservedThrough() < tick;
        }

        /**
         * Returns whether the holder has not reserved in time. It may still be alive, and then loses its worker id. To
         * a host whose clock is behind that of the store, a row may look expired and be unusable yet.
         */
        private boolean hasExpired(LeaseRow row) {
            return RowRules.hasExpiredAt(row, wanted.storeTick())
                    && RowRules.firstTickOfSuccessor(row) <= wanted.latestTick();
        }

        /** One to take over for the best reason that there is, of those from one to another. */
        private Optional<Acquisition> takeOver(Reason best, Reason worst) {
            Optional<Acquisition> found = Optional.empty();
            for (Reason reason : EnumSet.range(best, worst)) {
                found = found.isPresent() ? found : takeOver(reason);
            }
            return found;
        }

        private Optional<Acquisition> takeOver(Reason reason) {
            List<Long> free = new ArrayList<>();
            for (Map.Entry<Long, Reason> entry : reasons.entrySet()) {
                if (entry.getValue() == reason) {
                    free.add(entry.getKey());
                }
            }
            int window = reason == Reason.OWN ? 1 : Integer.MAX_VALUE;
            Optional<Long> chosen = choose(free, window);
            while (chosen.isPresent() && lowestFree(chosen.get()) != chosen.get()) {
                free.remove(chosen.get());
                chosen = choose(free, window);
            }
            if (chosen.isEmpty()) {
                return Optional.empty();
            }
            LeaseRow row = Objects.requireNonNull(rows.get(chosen.get()));
            long firstTick =
                    firstTicksOfUnacknowledged.getOrDefault(row.workerId(), RowRules.firstTickOfSuccessor(row));
            return Optional.of(wanted.takeOver(row, firstTick, RowRules.nextTerm(row.term(), random)));
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
