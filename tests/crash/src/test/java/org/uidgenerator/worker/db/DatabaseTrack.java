package org.uidgenerator.worker.db;

import java.util.List;
import org.uidgenerator.testing.RealServer;

/** Stops, kills and freezes the database; it is up and down for about the same time. */
final class DatabaseTrack implements Track {
    private final RealServer server;
    private final Events events;
    private final Deck deck;

    DatabaseTrack(RealServer server, Events events, long seed) {
        this.server = server;
        this.events = events;
        deck = new Deck(List.of(Fault.DATABASE_STOP, Fault.DATABASE_KILL, Fault.DATABASE_FREEZE), seed);
    }

    @Override
    public void next() {
        Until.passed(deck.millis(1000, 2500));
        Fault fault = deck.draw();
        switch (fault) {
            case DATABASE_STOP -> {
                server.stop();
                Until.passed(deck.millis(0, 1500));
                server.start();
            }
            case DATABASE_KILL -> {
                server.kill9();
                Until.passed(deck.millis(0, 1500));
                server.start();
            }
            case DATABASE_FREEZE -> {
                server.pause();
                Until.passed(deck.millis(1200, 2500));
                server.resume();
            }
            default -> throw new AssertionError(fault);
        }
        events.happened(fault, "the database answers again");
    }

    @Override
    public boolean isComplete() {
        return deck.isComplete();
    }
}
