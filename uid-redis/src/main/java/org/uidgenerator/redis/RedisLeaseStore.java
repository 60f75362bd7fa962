package org.uidgenerator.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.Fence;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.LeaseStoreException;
import org.uidgenerator.worker.lease.StoredLease;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * The rows of one namespace in Redis: one hash for each worker id, and a set of the worker ids that have one. Each
 * write is one script, so it is atomic; it counts as done when {@link Durability} says so.
 */
final class RedisLeaseStore implements WorkerLeaseStore, AutoCloseable {
    private static final String NAME = "Redis";
    private static final int PORTION = 1_000;

    /** Half of a shorter reservation, which is what is left when the next one is written, would be over before that. */
    private static final Duration SHORTEST_RESTING_RESERVATION = Durability.GRACE.multipliedBy(2);

    private final Keys keys;
    private final Primary primary;
    private final Durability durability;
    private final Duration reservation;

    RedisLeaseStore(Keys keys, Primary primary, Durability durability, Duration reservation) {
        this.keys = keys;
        this.primary = primary;
        this.durability = durability;
        this.reservation = reservation;
    }

    @Override
    public String namespace() {
        return keys.namespace();
    }

    @Override
    public List<StoredLease> list() {
        return primary.call(link -> {
            requireDurable(link);
            return readAll(link.commands());
        });
    }

    private void requireDurable(Link link) {
        durability.require(link, NAME);
        if (durability.mayLoseASecond(link) && reservation.compareTo(SHORTEST_RESTING_RESERVATION) < 0) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "reservation must be at least %s where each write of a lease is read again %s later: reservation=%s",
                    SHORTEST_RESTING_RESERVATION,
                    Durability.GRACE,
                    reservation));
        }
    }

    /** In portions, because Redis serves no other client while a script runs. */
    private List<StoredLease> readAll(RedisCommands<String, String> commands) {
        List<Long> workerIds =
                commands.smembers(keys.index()).stream().map(this::workerId).toList();
        List<StoredLease> rows = new ArrayList<>();
        for (int first = 0; first < workerIds.size(); first += PORTION) {
            List<Long> portion = workerIds.subList(first, Math.min(first + PORTION, workerIds.size()));
            List<@Nullable List<String>> hashes = LeaseScript.read(commands, keys, portion);
            for (int i = 0; i < portion.size(); i++) {
                long workerId = portion.get(i);
                List<String> fields = hashes.get(i);
                if (fields == null) {
                    throw missing(workerId);
                }
                if (!fields.isEmpty()) { // deleted since the set was read
                    rows.add(LeaseHash.of(keys, workerId, fields).read());
                }
            }
        }
        return rows;
    }

    private long workerId(String member) {
        try {
            return Long.parseLong(member);
        } catch (NumberFormatException e) {
            throw new LeaseStoreException(
                    String.format(
                            Locale.ROOT,
                            "%s is no set of worker ids: it has the member %s; choose another namespace, or remove the member",
                            keys.index(),
                            member),
                    e);
        }
    }

    /** A row never goes while its worker id is in the set, unless somebody deletes it. */
    private LeaseStoreException missing(long workerId) {
        return new LeaseStoreException(
                String.format(
                        Locale.ROOT,
                        "%s is gone, and nobody knows which ticks were used: it was deleted or evicted; set maxmemory-policy=noeviction, stop whatever may still use worker id %d, and once its last tick has passed: SREM %s %d",
                        keys.lease(workerId),
                        workerId,
                        keys.index(),
                        workerId),
                null);
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return primary.call(link -> find(link, workerId));
    }

    private Optional<LeaseRow> find(Link link, long workerId) {
        Map<String, String> fields = link.commands().hgetall(keys.lease(workerId));
        return fields.isEmpty()
                ? Optional.empty()
                : Optional.of(new LeaseHash(keys.lease(workerId), workerId, fields)
                        .read()
                        .row());
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(LeaseScript.INSERT, row, row.layout()).confirm();
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return beginUpdate(expected, row).confirm();
    }

    @Override
    public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        return write(LeaseScript.UPDATE, row, expected.term(), expected.leastReserved(), expected.greatestReserved());
    }

    private PendingWrite<Boolean> write(LeaseScript script, LeaseRow row, Object... more) {
        Object[] values = new Object[5 + more.length];
        values[0] = row.term();
        values[1] = row.reservedThrough();
        values[2] = row.nextReservation();
        values[3] = row.holder();
        values[4] = row.held();
        System.arraycopy(more, 0, values, 5, more.length);
        return primary.call(link -> {
            requireDurable(link);
            boolean written = script.write(link.commands(), keys, row.workerId(), values);
            return written ? durable(link, row) : PendingWrite.confirmed(false);
        });
    }

    private PendingWrite<Boolean> durable(Link link, LeaseRow row) {
        if (row.held()) {
            return durability.written(link, true, same -> requireStillThere(same, row));
        }
        durability.awaitReplicas(link);
        return PendingWrite.confirmed(true); // at once: if that is lost, it stays reserved as after a crash
    }

    private void requireStillThere(Link link, LeaseRow row) {
        boolean there = find(link, row.workerId())
                .filter(found -> saysTheSame(found, row))
                .isPresent();
        if (!there) {
            throw new LeaseStoreException(
                    String.format(
                            Locale.ROOT,
                            "%s no longer has what was written %s ago: it has lost that in a crash or a failover, or the worker id has been given back or taken in the meantime",
                            keys.lease(row.workerId()),
                            Durability.GRACE),
                    null);
        }
    }

    private static boolean saysTheSame(LeaseRow found, LeaseRow written) {
        return found.term() == written.term()
                && found.reservedThrough() == written.reservedThrough()
                && found.nextReservation() == written.nextReservation()
                && found.held();
    }

    @Override
    public void delete(LeaseRow row) {
        primary.call(link -> LeaseScript.DELETE.write(link.commands(), keys, row.workerId(), row.term()));
    }

    @Override
    public Instant now() {
        return primary.call(link -> {
            List<String> time = link.commands().time();
            return Instant.ofEpochSecond(Long.parseLong(time.get(0)), 1_000 * Long.parseLong(time.get(1)));
        });
    }

    @Override
    public void close() {
        primary.close();
    }

    @Override
    public String toString() {
        return NAME;
    }
}
