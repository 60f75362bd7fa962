package org.uidgenerator.crash;

import java.util.List;
import org.uidgenerator.testing.ServerProcess;

/** Stops, kills and freezes the server of the store; it is up and down for about the same time. */
final class StoreTrack implements Track {
    private final CrashStore store;
    private final ServerProcess server;
    private final Events events;
    private final Deck deck;

    StoreTrack(CrashStore store, ServerProcess server, Events events, long seed) {
        this.store = store;
        this.server = server;
        this.events = events;
        deck = new Deck(List.of(Fault.STORE_STOP, Fault.STORE_KILL, Fault.STORE_FREEZE), seed);
    }

    @Override
    public void next() {
        Until.passed(deck.millis(1000, 2500));
        Fault fault = deck.draw();
        switch (fault) {
            case STORE_STOP -> {
                server.stop();
                Until.passed(deck.millis(0, 1500));
                server.start();
            }
            case STORE_KILL -> {
                store.crash(server, deck.millis(0, 1500));
                Until.passed(deck.millis(0, 1500));
                server.start();
            }
            case STORE_FREEZE -> {
                server.pause();
                Until.passed(deck.millis(1200, 2500));
                server.resume();
            }
            default -> throw new AssertionError(fault);
        }
        events.happened(fault, "the store answers again");
    }

    @Override
    public boolean isComplete() {
        return deck.isComplete();
    }
}
