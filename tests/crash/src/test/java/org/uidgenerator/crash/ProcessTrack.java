package org.uidgenerator.crash;

import java.time.Duration;
import java.util.List;

/**
 * Kills, ends and restarts processes, some of them with shifted clocks.
 *
 * <p>A process whose clock is ahead leaves its row hours ahead, useless to processes with a right clock until time has
 * caught up. So processes with shifted clocks have worker ids of their own, and at most one of them is ahead or behind,
 * by the same time throughout a run. By default such a process would not start. Here it is configured to tolerate its
 * clock.
 */
final class ProcessTrack implements Track {
    private final Fleet fleet;
    private final StartedProcess[] places;
    private final Events events;
    private final CrashSettings settings;
    private final Deck deck;
    private final Duration shift;

    ProcessTrack(Fleet fleet, Events events, CrashSettings settings, long seed) {
        this.fleet = fleet;
        this.events = events;
        this.settings = settings;
        places = new StartedProcess[settings.processes() - 1];
        deck = new Deck(
                List.of(
                        Fault.PROCESS_KILL,
                        Fault.PROCESS_END,
                        Fault.CLOCK_BACK,
                        Fault.CLOCK_FORWARD,
                        Fault.CLOCK_STEP_BACK,
                        Fault.CLOCK_STEP_FORWARD),
                seed);
        shift = Duration.ofHours(1 + deck.below(12));
        for (int i = 0; i < places.length; i++) {
            places[i] = start(i, Duration.ZERO);
        }
    }

    /** Under a light load, each place has a lease file, which a clock that is hours ahead would make useless. */
    private StartedProcess start(int place, Duration offset) {
        return settings.load() == Load.LIGHT && offset.isZero()
                ? fleet.startWithFile("place-" + place)
                : fleet.start(offset);
    }

    @Override
    public void next() {
        Until.passed(deck.millis(100, 1000).multipliedBy(settings.rarity()));
        Fault fault = deck.draw();
        int drawn = deck.below(places.length);
        if (settings.load() == Load.LIGHT && !isStep(fault)) {
            drawn = Math.max(drawn, 1); // the process of the first place lives as long as the run
        }
        switch (fault) {
            case PROCESS_KILL -> {
                places[drawn].kill();
                replace(fault, drawn, Duration.ZERO);
            }
            case PROCESS_END -> {
                places[drawn].end();
                replace(fault, drawn, Duration.ZERO);
            }
            case CLOCK_BACK -> restart(fault, drawn, shift.negated());
            case CLOCK_FORWARD -> restart(fault, drawn, shift);
            case CLOCK_STEP_BACK ->
                step(
                        fault,
                        places[drawn],
                        deck.millis(200, 1000).multipliedBy(settings.length()).negated());
            case CLOCK_STEP_FORWARD ->
                step(fault, places[drawn], deck.millis(200, 1000).multipliedBy(settings.length()));
            default -> throw new AssertionError(fault);
        }
    }

    private static boolean isStep(Fault fault) {
        return fault == Fault.CLOCK_STEP_BACK || fault == Fault.CLOCK_STEP_FORWARD;
    }

    private void step(Fault fault, StartedProcess process, Duration step) {
        long now = System.currentTimeMillis();
        process.stepClock(step);
        events.happened(
                fault,
                process.holder(),
                now,
                now + Math.max(0, -step.toMillis()),
                "the clock of " + process.holder() + " moves by " + step);
    }

    private void restart(Fault fault, int drawn, Duration offset) {
        int place = drawn;
        for (int i = 0; i < places.length; i++) {
            place = places[i].firstClockOffset().equals(offset) ? i : place;
        }
        places[place].end();
        replace(fault, place, offset);
    }

    private void replace(Fault fault, int place, Duration offset) {
        StartedProcess gone = places[place];
        long begin = System.currentTimeMillis();
        StartedProcess fresh = start(place, offset);
        places[place] = fresh;
        fleet.awaitIssuing(fresh);
        events.happened(
                fault,
                fresh.holder(),
                begin,
                System.currentTimeMillis(),
                gone.holder() + " is gone, " + fresh.holder() + " has started at " + offset);
    }

    @Override
    public boolean isComplete() {
        return deck.isComplete();
    }
}
