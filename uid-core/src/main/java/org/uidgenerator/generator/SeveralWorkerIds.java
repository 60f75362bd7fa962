package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.engine.Engine;

/**
 * The number of worker ids of a generator that may hold more than one: takes additional ones as its demand needs them,
 * several at the same time, and gives them back. For the thread of {@link LeasedTicks}, but for {@link #isTaking} and
 * {@link #close}.
 */
final class SeveralWorkerIds {
    /*
     * Additional worker ids are taken by threads that do nothing else, so that neither the renewals of the others nor the next
     * worker id wait for a slow store. No more are wanted until all of them have come or failed.
     */
    private static final System.Logger LOG = System.getLogger(SeveralWorkerIds.class.getName());

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TRY_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** So few that a pool of connections has some left for others. */
    private static final int MOST_AT_ONCE = 8;

    private final LeasedTicks leases;
    private final int most;
    private final ToIntFunction<WorkerIdDemand.Reading> policy;
    private final Engine<?> engine;
    private final TickClock clock;
    private final NanoClock nanoClock;
    private final BackgroundThreads threads;

    private volatile List<Taking> taking = List.of(); // written by one thread
    private int wanted = 1;
    private long waits;
    private long nextLook;
    private @Nullable Long tryAgainAt;

    /**
     * Begins with one worker id.
     *
     * @param most how many there may be
     * @param policy decides how many there are
     */
    SeveralWorkerIds(
            LeasedTicks leases,
            int most,
            ToIntFunction<WorkerIdDemand.Reading> policy,
            Engine<?> engine,
            TickClock clock,
            NanoClock nanoClock,
            ThreadFactory threadFactory) {
        this.leases = leases;
        this.most = most;
        this.policy = policy;
        this.engine = engine;
        this.clock = clock;
        this.nanoClock = nanoClock;
        threads = new BackgroundThreads(leases.name + "-join", MOST_AT_ONCE, nanoClock, threadFactory);
        nextLook = nanoClock.nanoTime() + LOOK_NANOS;
    }

    /** One additional worker id that is being taken, or was. */
    private final class Taking implements BackgroundWork {
        private final int ordinal;
        private final BackgroundTask task;
        private volatile @Nullable RuntimeException failure;
        private volatile boolean over;

        Taking(int ordinal) {
            this.ordinal = ordinal;
            task = threads.task(leases.name + "/" + ordinal, this, Duration.ofNanos(TRY_AGAIN_NANOS));
        }

        @Override
        public long run() {
            try {
                leases.take(ordinal);
            } catch (RuntimeException e) {
                failure = e;
            }
            task.close(Duration.ZERO);
            return UNTIL_REQUESTED;
        }

        @Override
        public void end() {
            over = true; // Order matters! Before the look at it
            leases.look();
        }

        @Override
        public void failing(Throwable failure) {
            LOG.log(WARNING, leases.name + " could not take an additional worker id, trying again", failure);
        }

        @Override
        public void recovered(int failures) {}
    }

    /**
     * Lets as many worker ids take part as the demand needs.
     *
     * @return how long until there is more to do
     */
    long adjust() {
        if (isTaking()) {
            taking.forEach(one -> one.task.request()); // again, if no thread could be started
            return LOOK_NANOS; // unless they come earlier, and have it look
        }
        long now = nanoClock.nanoTime();
        if (!taking.isEmpty()) {
            taken(now);
        }
        boolean mayTry = tryAgainAt == null || now - tryAgainAt >= 0;
        if (now - nextLook >= 0 && (takingPart() == wanted || !mayTry)) {
            nextLook = now + LOOK_NANOS;
            wanted = policy.applyAsInt(reading(now));
        }
        int missing = wanted - takingPart();
        if (missing > 0) {
            missing -= joinAgain(missing);
        } else if (missing < 0) {
            leave(-missing);
        }
        if (missing > 0 && mayTry) {
            take(missing);
        }
        return Math.max(1, nextLook - nanoClock.nanoTime());
    }

    private int takingPart() {
        return leases.takingPart().size();
    }

    private WorkerIdDemand.Reading reading(long nanoTime) {
        long last = leases.lastClaimed();
        return new WorkerIdDemand.Reading(
                nanoTime,
                takingPart(),
                last < 0 ? 0 : clock.millisAhead(last),
                engine.issued(),
                callsWaited() && isAtLimit(last));
    }

    /** Returns whether calls have had to wait since this was asked last. */
    private boolean callsWaited() {
        long before = waits;
        waits = engine.meter.waits.sum();
        return waits > before || engine.waiting() > 0;
    }

    private boolean isAtLimit(long last) {
        long now = clock.currentTick();
        return last >= Math.min(clock.latestTick(now), leases.first().lease.latestTick(now));
    }

    /** Lets worker ids take part that were leaving. Returns how many. */
    private int joinAgain(int atMost) {
        List<HeldWorkerId> joining =
                leases.those(HeldWorkerId::isLeaving).stream().limit(atMost).toList();
        joining.forEach(HeldWorkerId::joinAgain);
        if (!joining.isEmpty()) {
            logWhatTakesPart();
            engine.wake();
        }
        return joining.size();
    }

    private void take(int count) {
        Set<Integer> used = leases.held().stream()
                .filter(one -> !one.isLost())
                .map(one -> one.ordinal)
                .collect(Collectors.toSet());
        // Not after the end, when no thread would close them any more.
        leases.unlessEnding(() -> taking = IntStream.rangeClosed(1, most)
                .filter(ordinal -> !used.contains(ordinal))
                .limit(count)
                .mapToObj(Taking::new)
                .toList());
        taking.forEach(one -> one.task.request());
    }

    /** Without an additional worker id the generator continues as it is. */
    private void taken(long now) {
        List<RuntimeException> failures =
                taking.stream().map(one -> one.failure).filter(Objects::nonNull).toList();
        if (failures.isEmpty()) {
            tryAgainAt = null;
            logWhatTakesPart();
        } else {
            if (tryAgainAt == null || failures.size() < taking.size()) {
                LOG.log(
                        WARNING,
                        "{0} gets no additional worker id beside {1}, trying again each minute: {2}",
                        leases.name,
                        workerIdsTakingPart(),
                        failures.get(0).getMessage());
            }
            tryAgainAt = now + TRY_AGAIN_NANOS;
        }
        taking = List.of();
    }

    boolean isTaking() {
        return taking.stream().anyMatch(one -> !one.over);
    }

    /**
     * Takes no more worker ids, and waits for those that are being taken.
     *
     * @return whether there are none any more
     */
    boolean close(Duration longestWait) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(longestWait);
        threads.close(Duration.ZERO); // knows only tasks that have not begun to end
        return taking.stream().allMatch(one -> one.task.awaitEnd(Duration.ofNanos(end - System.nanoTime())));
    }

    /** Those that came last leave first. The first one stays. */
    private void leave(int count) {
        List<HeldWorkerId> held = leases.held();
        int left = count;
        for (int i = held.size() - 1; i > 0 && left > 0; i--) {
            if (held.get(i).takesPart()) {
                held.get(i).leave();
                left--;
            }
        }
        logWhatTakesPart();
    }

    private void logWhatTakesPart() {
        String most = Integer.toString(this.most); // in the same digits in all locales
        LOG.log(INFO, "{0} takes UIDs of worker ids {1}, of at most {2}", leases.name, workerIdsTakingPart(), most);
    }

    private String workerIdsTakingPart() {
        return leases.takingPart().stream().map(HeldWorkerId::toString).collect(Collectors.joining(", "));
    }
}
