package com.example.mvstore;

import java.util.Optional;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;

/** Counters in an MVStore, which one process has open. */
public final class MvSegmentStore implements SegmentStore {
    /** No namespace of leases has a blank. */
    private static final String KEY = "store identity of counters";

    private final MVStore store;
    private final UnknownTags unknownTags;

    /**
     * Opens counters.
     *
     * @param store where they are; all stores on it may be used at the same time
     * @param unknownTags what happens to a tag that has no counter
     */
    public MvSegmentStore(MVStore store, UnknownTags unknownTags) {
        this.store = store;
        this.unknownTags = unknownTags;
    }

    private <T> T written(Supplier<T> change) {
        synchronized (store) {
            try {
                T result = change.get();
                store.commit();
                store.sync();
                return result;
            } catch (MVStoreException e) {
                throw new StoreException("MVStore: " + e.getMessage(), e);
            }
        }
    }

    /** By tag the number that was taken last. */
    private MVMap<String, Long> counters() {
        return store.openMap("counters");
    }

    /** The store identity of the counters, beside those of leases. */
    private final class IdentityText implements StoreIdentityRecord {
        private MVMap<String, String> identities() {
            return store.openMap("identities");
        }

        @Override
        public String name() {
            return "counters";
        }

        @Override
        public Optional<StoreIdentity> find() {
            return written(() -> Optional.ofNullable(identities().get(KEY)).map(StoreIdentity::parse));
        }

        @Override
        public boolean insert(StoreIdentity identity) {
            return written(() -> identities().putIfAbsent(KEY, identity.text()) == null);
        }
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(new IdentityText());
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        synchronized (store) {
            return SegmentStore.super.beginTake(identity, tag, length);
        }
    }

    @Override
    public UidRange take(String tag, long length) {
        return written(() -> {
            Long last = counters().get(tag);
            if (last == null && unknownTags == UnknownTags.CREATE) {
                last = 0L;
            }
            if (last == null) {
                throw new NoSuchCounterException("no counter of tag " + tag + " in " + this);
            }
            if (last == Long.MAX_VALUE) {
                throw new ExhaustedCounterException("the counter of tag " + tag + " in " + this + " is exhausted");
            }
            long taken = last < Long.MAX_VALUE - length ? last + length : Long.MAX_VALUE;
            counters().put(tag, taken);
            return new UidRange(last + 1, taken, 1);
        });
    }

    @Override
    public boolean create(String tag, long first) {
        SegmentStore.requireTag(tag);
        if (first < 0) {
            throw new IllegalArgumentException("first must not be negative: first=" + first);
        }
        return written(() -> counters().putIfAbsent(tag, first - 1) == null);
    }

    @Override
    public String toString() {
        return "MVStore";
    }
}
