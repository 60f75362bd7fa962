package org.uidgenerator.internal.background;

/** What a {@link BackgroundTask} does. Called by one thread at the same time. */
public interface BackgroundWork {
    /** What {@link #run} returns if nothing is due before it is requested. */
    long UNTIL_REQUESTED = Long.MAX_VALUE;

    /**
     * Does what is due.
     *
     * @return the nanoseconds until something is due again, unless it is requested earlier; or {@link #UNTIL_REQUESTED}
     * @throws InterruptedException if the thread is interrupted: counts as a failure, because tasks end by
     *     {@link BackgroundTask#close}
     */
    long run() throws InterruptedException;

    /**
     * Reports that an outage begins.
     *
     * @param failure what {@link #run} has thrown
     */
    void failing(Throwable failure);

    /**
     * Reports that an outage is over.
     *
     * @param failures how often {@link #run} has thrown
     */
    void recovered(int failures);

    /**
     * Does the last thing, once, when the task is closed: by the thread that was in the middle of it, or by whoever
     * closes it.
     */
    default void end() {}
}
