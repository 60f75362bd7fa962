package org.uidgenerator.internal.background;

/** The work of a {@link BackgroundTask}. Called by one thread at the same time. */
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
     * Returns whether the last run has only begun something that a later one ends, such as a write that is still to be
     * confirmed. Such a run does not end an outage. Called after {@link #run}, by the same thread.
     *
     * @return whether it is not known yet that the work has succeeded; false by default
     */
    default boolean isPending() {
        return false;
    }

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
     * Does the last thing, once, when the task is closed: by the thread that was in the middle of it, or by the closer.
     */
    default void end() {}
}
