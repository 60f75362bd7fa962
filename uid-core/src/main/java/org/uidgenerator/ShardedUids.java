package org.uidgenerator;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Makes UIDs that name the shard in which their rows are. The caller gives the shard with each call.
 *
 * <pre>{@code
 * UidLayout layout = UidLayout.builder()          // 41/10+3/9: 1,024 shards, 8 processes
 *         .timeBits(41).workerBits(13).dataCenterBits(10).seqBits(9).tick(Duration.ofMillis(1)).build();
 * UidGenerator generator = CachedUidGenerator.builder(new DataCenterWorkerIdAssigner(0, leases)).layout(layout).build();
 * ShardedUids orders = new ShardedUids(generator);
 * long id = orders.getUID(user % 1024);
 * orders.shardOf(id);                             // user % 1024
 * }</pre>
 *
 * <p>The shard takes the place of the data centre in the {@linkplain UidLayout#dataCenterBits() worker id}; the rest of
 * the worker id stands for the process, as usual. All shards of a process share its ticks and sequences. So its UIDs
 * would be unique even without the shard, and a process with many shards makes no more UIDs than one with few. The
 * generator's worker ids must be of data centre 0, as those of {@code DataCenterWorkerIdAssigner(0, ...)} are. UIDs
 * that are taken from the generator directly are of shard 0.
 *
 * <p>The UIDs of one shard that a thread gets strictly increase, if those of the generator do. Those of different
 * shards are ordered by tick; with {@link FieldOrder#TIME_SEQUENCE_WORKER} they are ordered as if they were of one
 * shard.
 *
 * <p>For all threads. It holds nothing to release: the code that made the generator closes it.
 */
public final class ShardedUids {
    private final UidGenerator generator;
    private final UidLayout layout;
    private final long shardMask;
    private final int shardShift;

    /**
     * Puts shards into the UIDs of a generator.
     *
     * @param generator a generator whose layout has bits of the data centre, and whose worker ids are of data centre 0
     * @throws IllegalArgumentException if the layout has no bits of the data centre
     */
    public ShardedUids(UidGenerator generator) {
        this.generator = Objects.requireNonNull(generator, "generator");
        layout = generator.layout();
        if (layout.dataCenterBits() == 0) {
            throw new OptionException(
                    "layout", layout, OptionText.of("must have {dataCenterBits}, because the shard takes their place"));
        }
        shardMask = layout.encode(0, layout.workerId((1L << layout.dataCenterBits()) - 1, 0), 0);
        shardShift = Long.numberOfTrailingZeros(shardMask);
    }

    /**
     * Returns the next UID.
     *
     * @param shard the shard, in {@code [0, 2^dataCenterBits)}
     * @return a UID of this shard, as from {@link UidGenerator#getUID()}
     * @throws IllegalArgumentException if the shard does not fit its bits
     * @throws UidGenerateException if the generator has no UID, or its worker id is not of data centre 0
     */
    public long getUID(long shard) {
        long shardBits = shardBits(shard);
        return requireUnsharded(generator.getUID()) | shardBits;
    }

    /**
     * Returns the next UID if there is one in time.
     *
     * @param shard the shard, in {@code [0, 2^dataCenterBits)}
     * @param timeout how long to wait, zero or more
     * @return a UID of this shard, or empty, as from {@link UidGenerator#tryGetUID}
     * @throws IllegalArgumentException if the shard does not fit its bits, or the timeout is negative
     * @throws UidGenerateException if waiting for the generator is pointless or was ended, or its worker id is not of
     *     data centre 0
     */
    public OptionalLong tryGetUID(long shard, Duration timeout) {
        long shardBits = shardBits(shard);
        OptionalLong uid = generator.tryGetUID(timeout);
        return uid.isPresent() ? OptionalLong.of(requireUnsharded(uid.getAsLong()) | shardBits) : uid;
    }

    /**
     * Claims UIDs of one shard that lie next to each other.
     *
     * @param shard the shard, in {@code [0, 2^dataCenterBits)}
     * @param atMost how many are wanted, at least one
     * @return as many of them as lie next to each other now, as from {@link UidGenerator#claim}
     * @throws IllegalArgumentException if the shard does not fit its bits, or {@code atMost} is less than one
     * @throws UidGenerateException if the generator has no UID, or its worker id is not of data centre 0
     */
    public UidRange claim(long shard, int atMost) {
        long shardBits = shardBits(shard);
        UidRange claimed = generator.claim(atMost);
        return new UidRange(
                requireUnsharded(claimed.first()) | shardBits,
                requireUnsharded(claimed.last()) | shardBits,
                claimed.increment());
    }

    /**
     * Returns the shard of a UID.
     *
     * @param uid a UID of the generator's layout
     * @return the shard that was named when it was made
     * @throws IllegalArgumentException if {@code uid} is not a UID of the layout
     */
    public long shardOf(long uid) {
        return layout.decode(uid).dataCenterId();
    }

    private long shardBits(long shard) {
        UidLayout.requireFits("shard", shard, "dataCenterBits", layout.dataCenterBits());
        return shard << shardShift;
    }

    /**
     * A UID that has a shard gets no other: two shards that are ORed together make a third one, perhaps with another
     * process's worker id.
     */
    private long requireUnsharded(long uid) {
        if ((uid & shardMask) != 0) {
            throw new UidGenerateException(OptionText.of(
                    "worker ids must be of data centre 0, as of DataCenterWorkerIdAssigner(0, ...), because the shard takes its"
                            + " place: workerId=%d, dataCenterId=%d",
                    layout.decode(uid).workerId(), layout.decode(uid).dataCenterId()));
        }
        return uid;
    }
}
