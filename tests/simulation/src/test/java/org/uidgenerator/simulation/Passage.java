package org.uidgenerator.simulation;

/** Time as the threads of a simulated process see it: others run while one waits. */
public interface Passage {
    long nanoTime();

    /** Lets others run, and lets time pass up to this amount. */
    void await(long nanos);
}
