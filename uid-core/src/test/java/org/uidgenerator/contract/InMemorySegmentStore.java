package org.uidgenerator.contract;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.internal.Patience;

/** Counters that end with their process, and that a test disturbs. */
public final class InMemorySegmentStore implements SegmentStore {
    private final Map<String, Long> highest = new ConcurrentHashMap<>();
    private final AtomicReference<StoreIdentity> identity = new AtomicReference<>();
    private final AtomicLong identityCalls = new AtomicLong();
    private final AtomicLong takes = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private volatile boolean away;
    private volatile boolean losesAnswers;
    private volatile boolean createsUnknown;
    private final Map<String, CountDownLatch> letGo = new ConcurrentHashMap<>();
    private volatile CountDownLatch letAllGo = new CountDownLatch(0);

    /** Sets the number that was taken last: the next range begins after it. */
    public void setHighest(String tag, long taken) {
        highest.put(tag, taken);
    }

    public void delete(String tag) {
        highest.remove(tag);
    }

    /** How many ranges were taken. */
    public long takes() {
        return takes.get();
    }

    /** Makes counters for tags that have none, or no more. */
    public void setCreatesUnknown(boolean createsUnknown) {
        this.createsUnknown = createsUnknown;
    }

    /** Cuts the generators off, or connects them again. */
    public void setAway(boolean away) {
        this.away = away;
    }

    /** Loses the answers to calls that take a range, or answers again. */
    public void setLosesAnswers(boolean losesAnswers) {
        this.losesAnswers = losesAnswers;
    }

    /** Holds all calls until the latch is counted down. */
    public void hold(CountDownLatch letGo) {
        letAllGo = letGo;
    }

    /** Holds calls for a tag until the latch is counted down. */
    public void hold(String tag, CountDownLatch letGo) {
        this.letGo.put(tag, letGo);
    }

    /** How many calls are held. */
    public long held() {
        return held.get();
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(new StoreIdentityRecord() {
            @Override
            public String name() {
                return "memory";
            }

            @Override
            public Optional<StoreIdentity> find() {
                identityCalls.incrementAndGet();
                requireThere();
                return Optional.ofNullable(identity.get());
            }

            @Override
            public boolean insert(StoreIdentity made) {
                identityCalls.incrementAndGet();
                requireThere();
                return identity.compareAndSet(null, made);
            }
        });
    }

    /** Returns the store identity that it holds, or null. */
    public StoreIdentity identity() {
        return identity.get();
    }

    /** Removes the store identity, as an operator does. */
    public void removeIdentity() {
        identity.set(null);
    }

    /** How many calls were for the store identity alone. */
    public long identityCalls() {
        return identityCalls.get();
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity expected, String tag, long length) {
        requireThere();
        if (expected != null) {
            expected.requireIn(toString(), Optional.ofNullable(identity.get()));
        }
        return PendingWrite.confirmed(take(tag, length));
    }

    private void requireThere() {
        if (away) {
            throw new StoreException("the store is unavailable", null);
        }
    }

    @Override
    public UidRange take(String tag, long length) {
        held.incrementAndGet();
        Patience.awaitTest(letAllGo);
        Patience.awaitTest(letGo.getOrDefault(tag, letAllGo));
        held.decrementAndGet();
        requireThere();
        if (createsUnknown) {
            highest.putIfAbsent(tag, 0L);
        }
        long[] before = new long[1];
        Long last = highest.computeIfPresent(tag, (name, taken) -> {
            before[0] = taken;
            return taken + Math.min(length, Long.MAX_VALUE - Math.max(taken, 0));
        });
        if (last == null) {
            throw new NoSuchCounterException("no counter of tag " + tag + " in MEMORY");
        }
        if (last == before[0]) {
            throw new ExhaustedCounterException("the counter of tag " + tag + " in MEMORY is exhausted");
        }
        takes.incrementAndGet();
        if (losesAnswers) {
            throw new StoreException("no answer", null);
        }
        return new UidRange(before[0] + 1, last, 1);
    }

    @Override
    public boolean giveBack(StoreIdentity expected, String tag, UidRange rest) {
        requireThere();
        expected.requireIn(toString(), Optional.ofNullable(identity.get()));
        boolean given = highest.replace(tag, rest.last(), rest.first() - 1);
        if (losesAnswers) {
            throw new StoreException("no answer", null);
        }
        return given;
    }

    @Override
    public boolean create(String tag, long first) {
        SegmentStore.requireTag(tag);
        if (first < 0) {
            throw new IllegalArgumentException("first must not be negative: first=" + first);
        }
        return highest.putIfAbsent(tag, first - 1) == null;
    }

    @Override
    public String toString() {
        return "MEMORY";
    }
}
