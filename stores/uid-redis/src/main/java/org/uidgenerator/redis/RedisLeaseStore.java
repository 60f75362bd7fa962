package org.uidgenerator.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases of worker ids in Redis: one hash for each worker id, {@code uid:{default}:lease:7}, whose fields are the
 * columns of the SQL table {@code WORKER_LEASE}, and two sorted sets by which rows are found: of the worker ids that
 * have one, and of their holders. Each write is one script, so it is atomic. Runs on Redis from 6.2, stand-alone,
 * behind Sentinels or as a Cluster, and on servers that speak its protocol and run its scripts.
 * {@link org.uidgenerator.worker.lease.LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>Redis may lose writes that it has acknowledged. What that means for UIDs depends on its settings, which are read
 * and logged when the first worker id is taken, and read again on each new connection, because after a failover it is
 * another server:
 *
 * <ul>
 *   <li>{@code appendonly yes} and {@code appendfsync always}: a crash of the server loses nothing.
 *   <li>{@code appendfsync everysec}: a crash of its host may lose the last second. So each write that reserves ticks
 *       rests for two seconds and is read again on the same connection before a tick of it is used, so a start takes
 *       two seconds longer, and so does a reservation, in the background. The writes of all leases rest at the same
 *       time. A write that is lost within that time is written again or given up, and no UID is issued twice. Disks
 *       that need longer than a second to sync are not covered. If {@code CONFIG GET} is not answered, the store does
 *       the same, and logs that. A {@code reservation} of less than four seconds is refused then, because ticks are
 *       reserved again when half of them are left, which would be over before the next may be used.
 *   <li>{@code appendonly no}, {@code appendfsync no}, or {@code maxmemory} with a policy that evicts keys without an
 *       expiry: refused, unless {@link Builder#acceptDataLoss} accepts that UIDs may be issued twice after a crash.
 *   <li>A failover to a replica that lacks the latest writes: the loss of one write to a row does no harm, unless that
 *       write was the one that took the worker id. {@link Builder#replicas} makes each write wait for replicas. Set it
 *       to the number of all of them, so that whichever is promoted has each write that counted. With fewer, a replica
 *       that lags may be promoted.
 * </ul>
 *
 * <p>The client remains the caller's and may be used for other things; close it after the assigners. The store has one
 * connection of its own, which is opened when it is needed and never reconnects. After a fault the next call opens
 * another one, so no write is ever sent twice, whatever {@code autoReconnect} says. How long opening takes is up to the
 * client: set the timeout of its {@code RedisURI}, 60 s by default, and the connect timeout of its
 * {@code SocketOptions} to a few seconds.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time. They throw a
 * {@link UidGenerateException} also if the server may lose leases and that is not accepted, if keys of the namespace
 * hold something else, or if a lease was deleted or evicted.
 */
public final class RedisLeaseStore implements WorkerLeaseStore, AutoCloseable {
    static final String NAME = "Redis";

    /** How many rows one script reads. */
    static final int PORTION = 1_000;

    private final Keys keys;
    private final Primary primary;
    private final Durability durability;
    private final IdentityHash identity;

    private RedisLeaseStore(Builder builder, Durability.Rest rest) {
        keys = builder.keys();
        durability = builder.durability(Durability.Kept.LEASES, rest);
        primary = builder.primary();
        identity = new IdentityHash(keys.namespace(), keys.identity(), primary, durability);
    }

    /**
     * Makes a store with the defaults, in the namespace {@code default}.
     *
     * @param client as for {@link #builder}
     * @return the store
     * @throws IllegalArgumentException if the client is neither of the two kinds
     */
    public static RedisLeaseStore on(AbstractRedisClient client) {
        return builder(client).build();
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

    @Override
    public String namespace() {
        return keys.namespace();
    }

    /** Keeps the store identity in the hash {@code uid:{default}:identity}. */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        return primary.call(link -> {
            durability.require(link);
            List<String> read = List.of(keys.identity(), keys.index(), keys.holders());
            List<List<String>> said = Script.OVERVIEW.run(
                    link,
                    read,
                    Stream.concat(Stream.of(firstWorkerId, lastWorkerId), holder.stream())
                            .toArray());
            List<Long> highest = workerIds(keys.index(), said.get(2), firstWorkerId, lastWorkerId);
            return new LeaseOverview(
                    instant(said.get(0)),
                    identity.of(LeaseHash.fields(said.get(1))),
                    highest.stream().mapToLong(Long::longValue).max(),
                    workerIds(keys.holders(), said.get(3), firstWorkerId, lastWorkerId),
                    Optional.empty());
        });
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return primary.call(link -> {
            durability.require(link);
            List<String> members = Script.RANGE.run(link, List.of(keys.index()), firstWorkerId, lastWorkerId);
            return read(link, workerIds(keys.index(), members, firstWorkerId, lastWorkerId));
        });
    }

    @Override
    public Duration confirmationTime() {
        return primary.call(link -> {
            durability.require(link);
            return durability.mayLoseASecond(link) ? Durability.GRACE : Duration.ZERO;
        });
    }

    /** In portions, because Redis serves no other client while a script runs. */
    private List<TimedLeaseRow> read(Link link, List<Long> workerIds) {
        List<TimedLeaseRow> rows = new ArrayList<>();
        for (int first = 0; first < workerIds.size(); first += PORTION) {
            List<Long> portion = workerIds.subList(first, Math.min(first + PORTION, workerIds.size()));
            List<String> read = Stream.concat(
                            Stream.of(keys.index()), portion.stream().map(keys::lease))
                    .toList();
            List<@Nullable List<@Nullable String>> hashes = Script.READ.run(link, read, portion.toArray());
            for (int i = 0; i < portion.size(); i++) {
                long workerId = portion.get(i);
                List<@Nullable String> values = hashes.get(i);
                if (values == null) {
                    throw missing(workerId);
                }
                if (!values.isEmpty()) { // deleted since the set was read
                    rows.add(
                            LeaseHash.of(keys.lease(workerId), workerId, values).read());
                }
            }
        }
        return rows;
    }

    private static List<Long> workerIds(String key, List<String> members, long first, long last) {
        return members.stream()
                .map(member -> workerId(key, member))
                .filter(workerId -> first <= workerId && workerId <= last)
                .toList();
    }

    private static long workerId(String key, String member) {
        try {
            return Long.parseLong(member);
        } catch (NumberFormatException e) {
            throw new StoreException(
                    OptionText.of(
                            "%s is no set of worker ids: it has the member %s; choose another {namespace}, or remove the member",
                            key, member),
                    e);
        }
    }

    /** A row never goes while its worker id is in the set, unless an operator deletes it. */
    private StoreException missing(long workerId) {
        return new StoreException(
                OptionText.of(
                        "%s is gone, and it is unknown which ticks were used: it was deleted or evicted; set maxmemory-policy=noeviction, stop whatever may still use worker id %d, and once its last tick has passed: ZREM %s %d",
                        keys.lease(workerId), workerId, keys.index(), workerId),
                null);
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return primary.call(link -> find(link, workerId));
    }

    private Optional<LeaseRow> find(Link link, long workerId) {
        Map<String, String> fields = link.await(commands -> commands.hgetall(keys.lease(workerId)));
        return fields.isEmpty()
                ? Optional.empty()
                : Optional.of(new LeaseHash(keys.lease(workerId), workerId, fields)
                        .read()
                        .row());
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return primary.call(link -> read(link, List.copyOf(workerIds))).stream()
                .map(TimedLeaseRow::row)
                .toList();
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(Script.INSERT, row, row.layout()).confirm();
    }

    /** Deals each start another one. */
    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return insert(rowOf.apply(deal(next)));
    }

    /** Waits for no replica or disk, because a crash that loses a number does no harm. It may be dealt again. */
    long deal(long lowest) {
        return primary.call(link -> Script.DEAL.<Long>run(link, List.of(keys.identity()), lowest));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return beginUpdate(expected, row).confirm();
    }

    @Override
    public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        return write(Script.UPDATE, row, expected.term(), expected.leastReserved(), expected.greatestReserved());
    }

    private PendingWrite<Boolean> write(Script script, LeaseRow row, Object... more) {
        Object[] said = {
            row.workerId(), row.term(), row.reservedThrough(), row.nextReservation(), row.holder(), row.held()
        };
        Object[] values = Stream.concat(Stream.of(said), Stream.of(more)).toArray();
        return primary.call(link -> {
            durability.require(link);
            Long written = script.run(link, keys.leaseAndIndexes(row.workerId()), values);
            return written == 1 ? durable(link, row) : PendingWrite.confirmed(false);
        });
    }

    private PendingWrite<Boolean> durable(Link link, LeaseRow row) {
        if (row.held()) {
            return durability.written(
                    link,
                    true,
                    keys.lease(row.workerId()),
                    same -> find(same, row.workerId())
                            .filter(found -> saysTheSame(found, row))
                            .isPresent(),
                    "it has lost that in a crash or a failover, or the worker id has been given back or taken in the meantime");
        }
        durability.awaitReplicas(link);
        return PendingWrite.confirmed(true); // at once. If that is lost, it stays reserved as after a crash
    }

    private static boolean saysTheSame(LeaseRow found, LeaseRow written) {
        return found.term() == written.term()
                && found.reservedThrough() == written.reservedThrough()
                && found.nextReservation() == written.nextReservation()
                && found.held();
    }

    @Override
    public void delete(LeaseRow row) {
        primary.call(link -> Script.DELETE.run(link, keys.leaseAndIndexes(row.workerId()), row.workerId(), row.term()));
    }

    @Override
    public Instant now() {
        return primary.call(link -> instant(link.await(RedisAsyncCommands::time)));
    }

    private static Instant instant(List<String> secondsAndMicros) {
        return Instant.ofEpochSecond(
                Long.parseLong(secondsAndMicros.get(0)), 1_000 * Long.parseLong(secondsAndMicros.get(1)));
    }

    /**
     * Closes the connection; not the client. Close the assigners first.
     *
     * <p>Calls that wait for the answer to a command are refused at once; whether it was run is unknown. Those that
     * wait for the connection are refused when it has come or failed, which takes as long as the client says. Waits for
     * a second at most.
     */
    @Override
    public void close() {
        primary.close();
    }

    @Override
    public String toString() {
        return NAME;
    }

    /** Makes stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends RedisStoreBuilder<Builder> {
        private Builder(AbstractRedisClient client) {
            super(client);
        }

        /**
         * Makes the store. The server is not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if a value is out of range or the namespace is not plain text
         */
        public RedisLeaseStore build() {
            return build(Durability.Rest.SLEEP);
        }

        RedisLeaseStore build(Durability.Rest rest) {
            return new RedisLeaseStore(this, rest);
        }
    }
}
