package org.uidgenerator.impl;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs short tasks later. Tests put a virtual one in its place. */
interface Alarm {
    /** Runs them on the daemon thread that the JDK keeps for timeouts. */
    Alarm SYSTEM = (nanos, task) -> CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)
            .execute(task);

    /** Runs a task, which must not block, once that long has passed. */
    void in(long nanos, Runnable task);
}
