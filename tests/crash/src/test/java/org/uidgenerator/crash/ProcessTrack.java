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
    private final Launch[] places;
    private final Events events;
    private final Deck deck;
    private final Duration shift;

    ProcessTrack(Fleet fleet, int places, Events events, long seed) {
        this.fleet = fleet;
        this.places = new Launch[places];
        this.events = events;
        deck = new Deck(List.of(Fault.PROCESS_KILL, Fault.PROCESS_END, Fault.CLOCK_BACK, Fault.CLOCK_FORWARD), seed);
        shift = Duration.ofHours(1 + deck.below(12));
        for (int i = 0; i < places; i++) {
            this.places[i] = fleet.start(Duration.ZERO);
        }
    }

    @Override
    public void next() {
        Until.passed(deck.millis(100, 1000));
        Fault fault = deck.draw();
        int drawn = deck.below(places.length);
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
            default -> throw new AssertionError(fault);
        }
    }

    private void restart(Fault fault, int drawn, Duration offset) {
        int place = drawn;
        for (int i = 0; i < places.length; i++) {
            place = places[i].clockOffset().equals(offset) ? i : place;
        }
        places[place].end();
        replace(fault, place, offset);
    }

    private void replace(Fault fault, int place, Duration offset) {
        Launch gone = places[place];
        places[place] = fleet.start(offset);
        events.happened(fault, gone.holder() + " is gone, " + places[place].holder() + " starts at " + offset);
        fleet.awaitIssuing(places[place]);
    }

    @Override
    public boolean isComplete() {
        return deck.isComplete();
    }
}
