package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.Engine;

/**
 * The number of worker ids of a generator that may hold more than one: takes additional ones as its demand needs them,
 * and gives them back. For the thread of {@link LeasedTicks}.
 */
final class SeveralWorkerIds {
    private static final System.Logger LOG = System.getLogger(SeveralWorkerIds.class.getName());

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TRY_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LeasedTicks leases;
    private final int most;
    private final WorkerIdPolicy policy;
    private final Engine<?> engine;
    private final TickClock clock;
    private final NanoClock nanoClock;

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
            WorkerIdPolicy policy,
            Engine<?> engine,
            TickClock clock,
            NanoClock nanoClock) {
        this.leases = leases;
        this.most = most;
        this.policy = policy;
        this.engine = engine;
        this.clock = clock;
        this.nanoClock = nanoClock;
        nextLook = nanoClock.nanoTime() + LOOK_NANOS;
    }

    /**
     * Lets as many worker ids take part as the demand needs, and gives back what is not needed any more. Takes one more
     * at most, so that nobody waits for the others.
     *
     * @return how long until there is more to do
     */
    long adjust() {
        long now = nanoClock.nanoTime();
        boolean mayTry = tryAgainAt == null || now - tryAgainAt >= 0;
        if (now - nextLook >= 0 && (takingPart() == wanted || !mayTry)) {
            nextLook = now + LOOK_NANOS;
            wanted = policy.wanted(reading(now));
        }
        int missing = wanted - takingPart();
        if (missing > 0) {
            missing -= joinAgain(missing);
        } else if (missing < 0) {
            leave(-missing);
        }
        boolean joined = missing > 0 && mayTry && tryJoin();
        boolean goesOn = joined && missing > 1;
        if (joined && !goesOn) {
            logWhatTakesPart();
        }
        leases.giveBackWhatIsOver();
        return goesOn ? 1 : Math.max(1, nextLook - nanoClock.nanoTime());
    }

    private int takingPart() {
        return leases.takingPart().size();
    }

    private WorkerIdPolicy.Reading reading(long nanoTime) {
        long last = leases.lastClaimed();
        return new WorkerIdPolicy.Reading(
                nanoTime,
                takingPart(),
                last < 0 ? 0 : clock.millisAhead(last),
                engine.issued(),
                callsWaited() && isAtLimit(last));
    }

    /** Returns whether calls have had to wait since this was asked last. */
    private boolean callsWaited() {
        long before = waits;
        waits = engine.meter().waits();
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

    /** Without an additional worker id the generator continues as it is. */
    private boolean tryJoin() {
        try {
            boolean joined = leases.take(freeOrdinal());
            tryAgainAt = null;
            return joined;
        } catch (RuntimeException e) {
            if (tryAgainAt == null) {
                LOG.log(
                        WARNING,
                        "{0} gets no additional worker id beside {1}, trying again each minute: {2}",
                        leases.name,
                        workerIdsTakingPart(),
                        e.getMessage());
            }
            tryAgainAt = nanoClock.nanoTime() + TRY_AGAIN_NANOS;
            return false;
        }
    }

    private int freeOrdinal() {
        List<Integer> taken = leases.those(one -> !one.isLost()).stream()
                .map(one -> one.ordinal)
                .toList();
        int ordinal = 1;
        while (taken.contains(ordinal)) {
            ordinal++;
        }
        return ordinal;
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
