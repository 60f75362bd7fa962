package org.uidgenerator.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** A lease that remembers what was asked of it. */
public class RecordingLease implements WorkerLease {
    private final long workerId;
    private final long firstTick;
    private final AtomicLong reservedThrough = new AtomicLong(-1);
    private final List<Long> releases = Collections.synchronizedList(new ArrayList<>());

    public RecordingLease(long workerId, long firstTick) {
        this.workerId = workerId;
        this.firstTick = firstTick;
    }

    @Override
    public long workerId() {
        return workerId;
    }

    @Override
    public long firstTick() {
        return firstTick;
    }

    @Override
    public void reserve(long tick) {
        reservedThrough.accumulateAndGet(tick, Math::max);
    }

    /** Needs no store: what is to be asked of one says so itself. */
    @Override
    public LeaseState state() {
        return LeaseState.UNLIMITED;
    }

    @Override
    public void release(long lastTick) {
        releases.add(lastTick);
    }

    /** The highest tick reserved, or -1. */
    public long reservedThrough() {
        return reservedThrough.get();
    }

    /** The last ticks said at each release. */
    public List<Long> releases() {
        return List.copyOf(releases);
    }
}
