package org.uidgenerator.simulation;

/** Time as the threads of a simulated process see it: others run while one waits. */
public interface Passage {
    long nanoTime();

    /** Lets others run, and some time pass, up to so much. */
    void await(long nanos);
}
