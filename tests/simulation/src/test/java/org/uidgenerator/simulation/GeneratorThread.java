package org.uidgenerator.simulation;

import org.uidgenerator.internal.RetryingThread;

/** A thread of a generator: the simulation does its work when it is due or requested. */
final class GeneratorThread extends Thread {
    private final RetryingThread work;
    private final BackgroundThread background;
    private boolean started;
    private boolean ended;

    GeneratorThread(Simulation simulation, RetryingThread work) {
        super(work);
        this.work = work;
        background = new BackgroundThread(simulation, 0);
    }

    @Override
    public synchronized void start() {
        started = true;
    }

    /** Whether it ends ticks or retires blocks: as long as it runs in time, the UIDs handed out are fresh. */
    boolean looksAfterWhatIsOpen() {
        return getName().endsWith("-padder") || getName().endsWith("-ticks");
    }

    boolean isDue() {
        return started && !work.isClosed() && (work.isRequested() || background.isDue());
    }

    boolean isBusy() {
        return background.isBusy();
    }

    void runOnce() {
        if (started && !work.isClosed()) {
            background.run(work::runOnce);
        }
    }

    /** Lets it end if it is closed. */
    void endIfClosed() {
        if (started && !ended && work.isClosed() && !isBusy()) {
            ended = true;
            background.run(() -> {
                work.run();
                return Long.MAX_VALUE;
            });
        }
    }

    /** Whether it has ended, or never began. */
    boolean hasEnded() {
        return !started || (ended && !isBusy());
    }

    Throwable failure() {
        return work.failure();
    }
}
