package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.concurrent.TimeUnit;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;

/** The work of the thread of a {@link TickOpener}: looks after the open tick, and meets the start of one that calls wait for. */
final class TickThread implements RetryingThread.Work {
    private static final System.Logger LOG = System.getLogger(TickThread.class.getName());

    /** The thread stays for a wait that short instead of parking once more, so that the start of the tick is met. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final String name;
    private final TickOpener opener;
    private final Waiting waiting;

    TickThread(String name, TickOpener opener, Waiting waiting) {
        this.name = name;
        this.opener = opener;
        this.waiting = waiting;
    }

    @Override
    public long run() throws InterruptedException {
        long untilNext = opener.look();
        while (untilNext <= PRECISION_NANOS) {
            waiting.park(untilNext);
            untilNext = opener.look();
        }
        return untilNext;
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, name + " could not look after its open tick, trying again", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(
                INFO,
                "{0} looks after its open tick again after {1} failed attempts",
                name,
                Integer.toString(failures));
    }
}
