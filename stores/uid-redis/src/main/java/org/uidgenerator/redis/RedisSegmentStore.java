package org.uidgenerator.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.SetArgs;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;

/**
 * Counters in Redis, each the number in a key {@code uid:{default}:segment:orders}: the last one that a generator has
 * taken. Runs on Redis from 6.2, stand-alone, behind Sentinels or as a Cluster.
 *
 * <p>What Redis may lose decides whether a number can come twice, so its settings are read and logged when the first
 * range is taken and after each reconnection, as {@link RedisLeaseStore} does:
 *
 * <ul>
 *   <li>{@code appendfsync always}: a crash loses nothing.
 *   <li>{@code appendfsync everysec}: a range counts if the same connection is still open two seconds later and the
 *       server still has the range. Otherwise it is dropped, and this store hands out none of its numbers. So taking a
 *       range costs two seconds, and so do the ranges of a thousand tags that are begun together. Callers do not notice
 *       that as long as ranges last much longer, so choose long steps.
 *   <li>Weaker settings are refused, unless {@link Builder#acceptDataLoss} accepts that numbers may come twice after a
 *       crash.
 *   <li>A failover to a replica that lacks the latest writes brings back numbers that were already taken. A generator
 *       skips those that it has taken itself, but it does not know those of others. {@link Builder#replicas} makes each
 *       write wait for replicas: set it to the number of all of them.
 * </ul>
 *
 * <p>The client stays the caller's; close it after the store, which has one connection of its own. All methods may be
 * called from any thread, possibly from several at the same time.
 */
public final class RedisSegmentStore implements SegmentStore, AutoCloseable {
    private final Keys keys;
    private final Primary primary;
    private final Durability durability;
    private final IdentityHash hash;
    private final UnknownTags unknownTags;

    private RedisSegmentStore(Builder builder, Durability.Rest rest) {
        keys = builder.keys();
        unknownTags = builder.unknownTags;
        durability = builder.durability(Durability.Kept.COUNTERS, rest);
        primary = builder.primary();
        hash = new IdentityHash(keys.namespace(), keys.counterIdentity(), primary, durability);
    }

    /**
     * Starts a store on one server, on the one that Sentinels name, or on a Cluster, where all keys of a namespace are
     * on one of its primaries.
     *
     * @param client a {@code RedisClient} that was made with the address of the server or of its Sentinels, or a
     *     {@code RedisClusterClient}
     * @return a builder with the defaults
     * @throws IllegalArgumentException if the client is neither of the two
     */
    public static Builder builder(AbstractRedisClient client) {
        return new Builder(client);
    }

    /**
     * Returns the hash {@code uid:{default}:segments}. The name of the store identity is the namespace. Leases of the
     * same namespace have a store identity of their own.
     *
     * @return the record
     */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(hash);
    }

    @Override
    public UidRange take(String tag, long length) {
        return beginTake(null, tag, length).confirm();
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        return primary.call(link -> take(link, identity, tag, length));
    }

    private PendingWrite<UidRange> take(Link link, @Nullable StoreIdentity identity, String tag, long length) {
        durability.require(link);
        String ifUnknown = unknownTags == UnknownTags.CREATE ? "create" : "refuse";
        List<String> taken = move(link, Script.TAKE, identity, tag, length, ifUnknown);
        if (taken.isEmpty()) {
            throw new NoSuchCounterException(
                    "no counter of tag " + tag + " in " + this + ", RedisSegmentStore.create makes one");
        }
        long before = Math.max(-1, number(tag, taken.get(0)));
        long after = number(tag, taken.get(1));
        if (after <= before) {
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT, "the counter of tag %s in %s is exhausted: it stands at %d", tag, this, after));
        }
        return written(link, new UidRange(before + 1, after, 1), tag, after);
    }

    private <T> PendingWrite<T> written(Link link, T written, String tag, long last) {
        return durability.written(
                link,
                written,
                keys.counter(tag),
                same -> {
                    String found = same.await(commands -> commands.get(keys.counter(tag)));
                    return found != null && number(tag, found) >= last;
                },
                "it was lost, deleted or lowered");
    }

    private long number(String tag, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UidGenerateException(
                    OptionText.of(
                            "%s holds no number: \"%s\"; rename that key, or choose another {namespace}",
                            keys.counter(tag), text),
                    e);
        }
    }

    /** Moves a counter if the store identity is there, or null, which does not matter then. */
    private List<String> move(
            Link link, Script script, @Nullable StoreIdentity identity, String tag, Object first, Object second) {
        String expected = identity == null ? "" : identity.toString();
        List<String> answer =
                script.run(link, List.of(keys.counter(tag), keys.counterIdentity()), first, second, expected);
        if (identity != null && answer.size() == 1) {
            identity.requireIn(
                    toString(),
                    Optional.of(answer.get(0)).filter(text -> !text.isEmpty()).map(hash::parse));
        }
        return answer;
    }

    /** A crash may undo it. Then the counter stands higher, and numbers are skipped. */
    @Override
    public boolean giveBack(@Nullable StoreIdentity identity, String tag, UidRange rest) {
        return identity != null
                && primary.call(link -> move(link, Script.GIVE_BACK, identity, tag, rest.last(), rest.first() - 1))
                                .size()
                        == 2;
    }

    /** {@inheritDoc} Counts as a range does. Under {@code appendfsync everysec} it takes two seconds. */
    @Override
    public boolean create(String tag, long first) {
        SegmentStore.requireTag(tag);
        long last = CounterSettings.startingAt(first).first() - 1;
        return primary.call(link -> create(link, tag, last)).confirm();
    }

    private PendingWrite<Boolean> create(Link link, String tag, long last) {
        durability.require(link);
        SetArgs ifAbsent = SetArgs.Builder.nx();
        boolean made = link.await(commands -> commands.set(keys.counter(tag), Long.toString(last), ifAbsent)) != null;
        return made ? written(link, true, tag, last) : PendingWrite.confirmed(false);
    }

    /** Closes the connection, as {@link RedisLeaseStore#close} does; not the client. */
    @Override
    public void close() {
        primary.close();
    }

    /** Returns where the counters are. */
    @Override
    public String toString() {
        return RedisLeaseStore.NAME + " (namespace " + keys.namespace() + ")";
    }

    /** Makes stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends RedisStoreBuilder<Builder> {
        private UnknownTags unknownTags = UnknownTags.REFUSE;

        private Builder(AbstractRedisClient client) {
            super(client);
        }

        /**
         * Sets what happens to a tag that has no counter.
         *
         * @param unknownTags default {@link UnknownTags#REFUSE}
         * @return this
         */
        public Builder unknownTags(UnknownTags unknownTags) {
            this.unknownTags = Objects.requireNonNull(unknownTags, "unknownTags");
            return this;
        }

        /**
         * Makes the store. The server is not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if a value is out of range or the namespace is not plain text
         */
        public RedisSegmentStore build() {
            return build(Durability.Rest.SLEEP);
        }

        RedisSegmentStore build(Durability.Rest rest) {
            return new RedisSegmentStore(this, rest);
        }
    }
}
