package org.uidgenerator.generator;

/** A padder's thread that is never started: the test runs the padder when it says so. */
final class NeverRuns extends Thread {
    NeverRuns(Runnable padder) {
        super(padder);
    }

    @Override
    public synchronized void start() {}
}
