package org.uidgenerator.crash;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.OptionalLong;

/** Freezes a process until its worker id has been taken over, wakes it up, and checks that it continues. */
final class FreezeTrack implements Track {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE_WITH_RETURN = Duration.ofMinutes(10);

    /** More than all time-outs. */
    private static final Duration LEAST_SLEEP = Duration.ofSeconds(3);

    /** Under a light load. */
    private static final Duration BETWEEN_FREEZES = Duration.ofSeconds(2);

    private static final Duration SIDE_BY_SIDE = Duration.ofSeconds(3);

    private static final Duration PATIENCE_WITH_START = Duration.ofMinutes(10);

    private final Fleet fleet;
    private final LeaseView leases;
    private final Events events;
    private final CrashSettings settings;
    private final StartedProcess sleeper;
    private int takeOvers;

    FreezeTrack(Fleet fleet, LeaseView leases, Events events, CrashSettings settings) {
        this.fleet = fleet;
        this.leases = leases;
        this.events = events;
        this.settings = settings;
        sleeper = fleet.start(Duration.ZERO);
    }

    @Override
    public void next() {
        fleet.awaitIssuing(sleeper);
        Until.passed(BETWEEN_FREEZES.multipliedBy(settings.rarity() - 1));
        long begin = System.currentTimeMillis();
        // None if the store is down, or if it was just about to take another.
        OptionalLong workerId = leases.freeze(sleeper, PATIENCE);
        Until.passed(LEAST_SLEEP);
        Deque<StartedProcess> takers = new ArrayDeque<>();
        boolean takenOver = workerId.isPresent() && takeOver(workerId.getAsLong(), takers);
        sleeper.thaw();
        long end = System.currentTimeMillis();
        long tick = sleeper.tickOfNow(); // not in its ring
        if (takenOver) {
            takeOvers++;
            events.happened(
                    Fault.PROCESS_FREEZE,
                    sleeper.holder(),
                    begin,
                    end,
                    String.format(
                            Locale.ROOT,
                            "%s wakes up, worker id %d is not its own any more",
                            sleeper.holder(),
                            workerId.getAsLong()));
        }
        if (!sleeper.issues(tick, PATIENCE_WITH_RETURN)) {
            throw new AssertionError(sleeper.holder() + " does not continue after SIGCONT:\n" + sleeper.log());
        }
        if (!takers.isEmpty() && settings.load() == Load.LIGHT) {
            Until.passed(SIDE_BY_SIDE); // without the fence, both issue UIDs of the same ticks by now
        }
        takers.forEach(StartedProcess::end);
    }

    /** Makes a process take the worker id of the sleeper, unless another one is faster. */
    private boolean takeOver(long workerId, Deque<StartedProcess> takers) {
        boolean free =
                Until.holds(PATIENCE, () -> leases.isOverdue(workerId) || leases.hasLeft(workerId, sleeper.holder()));
        if (free && !leases.hasLeft(workerId, sleeper.holder())) {
            StartedProcess taker = fleet.startAs(workerId);
            takers.add(taker);
            Until.holds(PATIENCE_WITH_START, () -> leases.hasLeft(workerId, sleeper.holder()));
            if (leases.isHeldBy(workerId, taker.holder())) {
                fleet.awaitIssuing(taker);
            }
        }
        return leases.hasLeft(workerId, sleeper.holder());
    }

    @Override
    public boolean isComplete() {
        return takeOvers > 0;
    }
}
