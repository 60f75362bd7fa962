package org.uidgenerator.worker.lease;

import static java.lang.System.Logger.Level.WARNING;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;

/**
 * The search of a launch for a worker id. It reads a random sample of the rows, so that it reads the same number in a
 * fleet of any size, and asks for a new worker id if the sample has none that nobody will miss. So the rows become a
 * few more than the processes, until nearly every sample has a free one. Once there are no new ones, more samples are
 * read, and then all rows. For one thread.
 */
final class LeaseSearch {
    private static final System.Logger LOG = System.getLogger(LeasedWorkerIds.class.getName());

    /** If one row in fifty is free, a sample has one with a probability of 92 %. */
    static final int SAMPLE = 128;

    /** How many samples to read before all rows. */
    private static final int MOST_SAMPLES = 3;

    /**
     * So many numbers may have been dealt whose rows are still to come, or never will. Beyond that it was dealt to
     * other ranges.
     */
    private static final int MOST_LEFT_OUT = 4_096;

    /** Fewer than one in so many are few, in a range that is larger than a sample. */
    private static final int FEW = 10;

    private final StoreReads store;
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
         * Writes a row, unless other processes are faster.
         *
         * @param begun receives each acquisition before it is written; the one before it was then surely refused
         * @return whether the last one was taken
         * @throws StoreException if the store does not answer; the last one may be taken then
         */
        boolean take(WorkerLeaseStore store, Consumer<Acquisition> begun);
    }

    LeaseSearch(
            StoreReads store,
            String storeName,
            WantedWorkerId wanted,
            LeaseOverview overview,
            UnacknowledgedAcquisitions unacknowledged,
            RandomGenerator random) {
        this.store = store;
        this.storeName = storeName;
        this.wanted = wanted;
        this.overview = overview;
        this.unacknowledged = unacknowledged;
        this.random = random;
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

    private static Optional<Choice> chosen(Optional<Acquisition> found) {
        return found.map(acquisition -> (store, begun) -> {
            begun.accept(acquisition);
            return acquisition.take(store);
        });
    }

    /** Records that a worker id could not be taken, as another launch was faster or is just taking it. */
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
                    "{0} has about {1} of {2} worker ids left, by a sample; launches are refused once there is none",
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
                (at, begun) -> at.insertNew(first, wanted.lastWorkerId(), next, chosen -> insert(chosen, next, begun)));
    }

    private LeaseRow insert(long chosen, long next, Consumer<Acquisition> begun) {
        boolean isNear = wanted.isInRange(chosen) && chosen - next < MOST_LEFT_OUT;
        Acquisition acquisition = wanted.insert(isNear ? chosen : next, FreeWorkerIds.nextTerm(0, random));
        begun.accept(acquisition);
        return acquisition.row();
    }

    private Optional<Acquisition> anywhere() {
        List<LeaseRow> rows = store.list(wanted.firstWorkerId(), wanted.lastWorkerId()).stream()
                .map(StoredLease::row)
                .toList();
        FreeWorkerIds all = free(rows, unacknowledged.latest(), wanted::isInRange);
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
        givenUp.forEach(acquisition -> workerIds.add(acquisition.workerId()));
        if (isSmall()) {
            LongStream.range(wanted.firstWorkerId(), lowestNew).forEach(workerIds::add);
        } else {
            while (workerIds.size() < SAMPLE) {
                workerIds.add(random.nextLong(wanted.firstWorkerId(), lowestNew));
            }
        }
        List<LeaseRow> rows = workerIds.isEmpty() ? List.of() : store.find(workerIds);
        FreeWorkerIds sample = free(rows, givenUp, workerIds::contains);
        shareInUse = (double) sample.inUse() / Math.max(1, workerIds.size());
        return sample;
    }

    /**
     * Looks at rows.
     *
     * @param isRead whether the row of a worker id is among them if it has one
     */
    private FreeWorkerIds free(List<LeaseRow> read, List<Acquisition> givenUp, LongPredicate isRead) {
        NavigableMap<Long, LeaseRow> rows = new TreeMap<>();
        for (LeaseRow row : read) {
            wanted.requireSameLayout(storeName, row.layout());
            rows.put(row.workerId(), row);
        }
        othersGetOn = lostRaces.compare(isRead, rows);
        return new FreeWorkerIds(wanted, rows, givenUp, others, lostRaces, random);
    }

    private UidGenerateException allInUse(FreeWorkerIds all) {
        return new UidGenerateException(OptionText.of(
                "all worker ids %d..%d of %s are in use%s, %d held, of which %d rest after a crash, and %d given back ahead of time: widen {workerIds} or {workerBits}, close generators, or wait until the reserved ticks of crashed ones have passed",
                wanted.firstWorkerId(),
                wanted.lastWorkerId(),
                storeName,
                overview.others().map(elsewhere -> " or in " + elsewhere).orElse(""),
                all.held(),
                all.resting(),
                all.size() - all.held()));
    }
}
