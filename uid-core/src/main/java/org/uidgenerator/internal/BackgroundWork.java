package org.uidgenerator.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done in the background when it is requested and when it is due, by a thread of its own or by a shared
 * one.
 */
public interface BackgroundWork {

    /**
     * Starts the work unless it is under way or closed.
     *
     * @param untilFirst how long until the work is done for the first time, unless it is requested earlier
     */
    void start(Duration untilFirst);

    /** Asks for the work to be done soon. Cheap where it has been asked for already. */
    void request();

    /**
     * Does the work once. For the thread, or for a test in its place.
     *
     * @return the nanoseconds until it is due again, unless it is requested earlier
     */
    long runOnce();

    /**
     * Returns why the work failed last.
     *
     * @return the failure, or null if the work succeeded and somebody is there to do it
     */
    @Nullable
    Throwable failure();

    /**
     * Returns whether the work has been started and has not ended.
     *
     * @return whether it may be done again
     */
    boolean isAlive();

    /**
     * Returns whether the calling thread does the work.
     *
     * @return whether the caller is part of the work
     */
    boolean isCurrent();

    /**
     * Ends the work after what is under way.
     *
     * @param longestWait how long to wait for the end; work that closes itself does not wait
     * @return whether it has ended
     */
    boolean close(Duration longestWait);
}
