package org.uidgenerator.benchmarks;

/** A part of a run, and how long it is expected to take. */
record Step(String what, double seconds, Work work) {
    /** What a step does. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }
}
