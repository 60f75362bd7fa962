package org.uidgenerator.generator;

/** Goes back with the clock to what is left of recent ticks, those that nobody asked for a UID in included. */
record LeftOvers(int recentTicks) implements TickRule {
    @Override
    public TickRange next(TickHistory history, long now) {
        TickRange rest = history.restFrom(now);
        return rest != null ? rest : history.freshFrom(now);
    }

    @Override
    public boolean mustLeave(TickHistory history, long now) {
        TickRange rest = history.restFrom(now);
        return rest != null && rest.tick() < history.lastTick();
    }
}
