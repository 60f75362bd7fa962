package org.uidgenerator.internal.background;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;

/** As it is in {@link BackgroundThreads}. The first thread is the actor; another one is real. */
final class RealShift extends Shift implements BackgroundWork {
    private final BackgroundThreads threads;
    private final BackgroundTask task;

    RealShift(NanoClock nanoClock) {
        threads = threads(1, nanoClock);
        task = threads.task(this, Duration.ofSeconds(1));
        task.request();
    }

    /** Makes threads, the first of which is an actor. The others are real. */
    static BackgroundThreads threads(int most, NanoClock nanoClock) {
        AtomicBoolean isLater = new AtomicBoolean();
        return new BackgroundThreads(
                "race",
                most,
                nanoClock,
                work -> isLater.getAndSet(true) ? BackgroundThreads.newThread(work) : Small.noThread(work));
    }

    @Override
    void serve() {
        threads.slots[0].thread = Thread.currentThread();
        threads.run();
    }

    @Override
    void request() {
        task.request();
    }

    @Override
    void close() {
        task.close(Duration.ZERO);
    }

    @Override
    public long run() {
        work();
        return UNTIL_REQUESTED;
    }

    @Override
    public void failing(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void recovered(int failures) {}
}
