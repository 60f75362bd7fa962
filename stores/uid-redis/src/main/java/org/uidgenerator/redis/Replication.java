package org.uidgenerator.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the replicas that have what was written on a socket. {@code WAIT} speaks of all writes before it and holds up
 * all commands after it, so one is under way at most, and its answer is that of all who had written when it was sent.
 * So nobody waits for more than two, and a command of others for one.
 */
final class Replication {
    private final ReentrantLock asking = new ReentrantLock();
    private final AtomicLong writes = new AtomicLong();
    private long counted; // writes when the last WAIT was sent; like its answer, guarded by the lock
    private long replicas;

    /**
     * Waits until replicas have what the calling thread has written before.
     *
     * @return how many have it
     */
    long await(Link link, int wanted, Duration timeout) {
        long write = writes.incrementAndGet();
        asking.lock();
        try {
            if (counted < write) {
                long before = writes.get(); // Order matters! Whoever comes later may have written after the WAIT
                replicas = link.await(commands -> commands.waitForReplication(wanted, timeout.toMillis()));
                counted = before;
            }
            return replicas;
        } finally {
            asking.unlock();
        }
    }
}
