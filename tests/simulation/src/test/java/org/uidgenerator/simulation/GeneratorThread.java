package org.uidgenerator.simulation;

import java.util.Objects;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;

/** A thread of a generator: the simulation does its work when it is due or requested. */
final class GeneratorThread extends Thread {
    private final BackgroundThreads work;
    private final BackgroundThread background;
    private boolean started;

    GeneratorThread(Scheduler scheduler, BackgroundThreads work) {
        super(work);
        this.work = work;
        background = new BackgroundThread(scheduler, 0);
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
        return started && work.nanosUntilNext() == 0;
    }

    boolean isBusy() {
        return background.isBusy();
    }

    void runOnce() {
        if (started) {
            background.run(() -> {
                work.tasks().forEach(BackgroundTask::runOnce);
                return work.nanosUntilNext();
            });
        }
    }

    /** Whether it has ended, or never began. */
    boolean hasEnded() {
        return !started || (work.tasks().isEmpty() && !isBusy());
    }

    Throwable failure() {
        return work.tasks().stream()
                .map(BackgroundTask::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
