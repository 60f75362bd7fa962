package org.uidgenerator.crash;

import java.time.Duration;
import java.util.List;
import org.uidgenerator.testing.ServerProcess;

/** Stops, kills and freezes the server of the store; it is up and down for about the same time. */
final class StoreTrack implements Track {
    private final CrashStore store;
    private final ServerProcess server;
    private final Events events;
    private final CrashSettings settings;
    private final Deck deck;

    /** On a busy machine, servers and processes start slowly: what a long outage has stopped must start again first. */
    private Duration leastRest = Duration.ZERO;

    StoreTrack(CrashStore store, ServerProcess server, Events events, CrashSettings settings, long seed) {
        this.store = store;
        this.server = server;
        this.events = events;
        this.settings = settings;
        deck = new Deck(List.of(Fault.STORE_STOP, Fault.STORE_KILL, Fault.STORE_FREEZE), seed);
    }

    @Override
    public void next() {
        Duration drawn = deck.millis(1000, 2500).multipliedBy(settings.rarity());
        Until.passed(drawn.compareTo(leastRest) > 0 ? drawn : leastRest);
        Fault fault = deck.draw();
        Duration outage = deck.millis(0, 1500).multipliedBy(settings.length());
        long begin = System.currentTimeMillis();
        switch (fault) {
            case STORE_STOP -> {
                server.stop();
                Until.passed(outage);
                server.start();
            }
            case STORE_KILL -> {
                store.crash(server, deck.millis(0, 1500));
                Until.passed(outage);
                server.start();
            }
            case STORE_FREEZE -> {
                server.pause();
                Until.passed(outage.plusMillis(1200));
                server.resume();
            }
            default -> throw new AssertionError(fault);
        }
        long end = System.currentTimeMillis();
        if (settings.load() == Load.LIGHT) {
            leastRest = Duration.ofMillis(3 * (end - begin));
        }
        events.happened(fault, Events.ALL, begin, end, "the store answers again after " + (end - begin) + " ms");
    }

    @Override
    public boolean isComplete() {
        return deck.isComplete();
    }
}
