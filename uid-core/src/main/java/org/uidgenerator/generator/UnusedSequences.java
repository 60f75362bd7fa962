package org.uidgenerator.generator;

/** Goes back with the clock to what is left of recent ticks, including those in which nobody asked for a UID. */
record UnusedSequences(int recentTicks) implements TickRule {
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
