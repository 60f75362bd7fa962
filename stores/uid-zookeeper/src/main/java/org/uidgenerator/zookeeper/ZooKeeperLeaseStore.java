package org.uidgenerator.zookeeper;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases of worker ids in ZooKeeper. The persistent node {@code /uid/<namespace>/<worker id>} is the row of a worker
 * id, as text. {@link LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>ZooKeeper acknowledges a write when a majority of its servers has it on disk, and loses none of these while the
 * disks of a majority survive. So the limits of {@link LeasedWorkerIds} about stores that lose writes apply only to
 * restored backups and to servers with {@code forceSync=no}. Nothing depends on sessions: there are no ephemeral nodes,
 * and a session that expires takes no worker id away.
 *
 * <p>The caller starts the client, and closes it after the generators and their assigner. Its namespace, if any,
 * precedes all paths, and its ACL provider decides on the ACLs of new nodes. It needs the rights {@code CREATE},
 * {@code READ} and {@code WRITE} on the nodes, but not {@code DELETE}. A call to ZooKeeper may take as long as the
 * client's session and connection time-outs and, for reads, its retry policy allow: set these to seconds. With a policy
 * that retries for ever, a start may wait for ever. A write of a lease is never repeated by the client.
 *
 * <p>The time of ZooKeeper, with which the clock of this host is compared, is that of the leader. To learn it, the
 * store writes a node beside the leases, {@code clock}. New worker ids are dealt from another one, {@code dealt}.
 *
 * <p>A node is written only if it still has the version that the fence was compared with, so ZooKeeper does both in one
 * step. No node is ever removed. Otherwise its versions would count from 0 again, and a write that was under way could
 * meet another row of the same version. A worker id without a row has an empty node or none.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time.
 */
public final class ZooKeeperLeaseStore implements WorkerLeaseStore {
    static final String ROOT = "/uid";

    /** A node beside the worker ids, because ZooKeeper tells the time only in answer to a write. */
    private static final String CLOCK = "clock";

    /** A node beside the worker ids, from which new ones are dealt. */
    private static final String DEALT = "dealt";

    private static final Pattern WORKER_ID = Pattern.compile("0|[1-9]\\d{0,18}");
    private static final String NO_ROW = "";
    private static final int NEVER_WRITTEN = 0;

    private final Nodes nodes;
    private final String namespace;
    private final String path;
    private final IdentityNode identity;
    final DealtNode dealt;

    private ZooKeeperLeaseStore(Nodes nodes, String namespace) {
        this.nodes = nodes;
        this.namespace = namespace;
        path = ROOT + "/" + namespace;
        identity = new IdentityNode(nodes, namespace, path);
        dealt = new DealtNode(nodes, path + "/" + DEALT);
    }

    /**
     * Makes a store of the namespace {@code default}.
     *
     * @param client a client that is started
     * @return the store
     * @throws IllegalArgumentException if the client is not started
     */
    public static ZooKeeperLeaseStore on(CuratorFramework client) {
        return on(client, "default");
    }

    /**
     * Makes a store.
     *
     * @param client a client that is started
     * @param namespace the namespace. Worker ids of different namespaces are independent of each other, so their UIDs
     *     may be equal; 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, but neither {@code .} nor
     *     {@code ..}
     * @return the store, which is not read yet
     * @throws IllegalArgumentException if the client is not started, or the namespace is no name of a node
     */
    public static ZooKeeperLeaseStore on(CuratorFramework client, String namespace) {
        Objects.requireNonNull(namespace, "namespace");
        Nodes nodes = Nodes.of(client);
        return new ZooKeeperLeaseStore(nodes, Nodes.requireNamespace(namespace));
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** Keeps the store identity in the node above the leases. */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    private String path(String child) {
        return path + "/" + child;
    }

    private String path(long workerId) {
        return path(Long.toString(workerId));
    }

    /**
     * Asks for the time, the store identity and the names of all nodes, with three requests in a fleet of any size. The
     * highest worker id may be one whose row was removed, because its node stays. ZooKeeper finds no rows by what they
     * say, so for a holder all rows of the range are read.
     */
    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        Instant now = now();
        Optional<Nodes.Family> family = nodes.readFamily(path);
        List<Long> workerIds = workerIds(family, firstWorkerId, lastWorkerId);
        return new LeaseOverview(
                now,
                family.map(Nodes.Family::parent).flatMap(identity::of),
                workerIds.stream().mapToLong(Long::longValue).max(),
                holder.isEmpty()
                        ? List.of()
                        : read(workerIds).stream()
                                .map(TimedLeaseRow::row)
                                .filter(row -> row.holder().equals(holder.get()))
                                .map(LeaseRow::workerId)
                                .toList(),
                Optional.empty());
    }

    /** Reads a range of a few hundred worker ids at once, and asks for the names of all nodes only if it is longer. */
    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        if (lastWorkerId - firstWorkerId < Nodes.READ_TOGETHER) {
            return read(
                    LongStream.rangeClosed(firstWorkerId, lastWorkerId).boxed().toList());
        }
        return read(workerIds(nodes.readFamily(path), firstWorkerId, lastWorkerId));
    }

    private List<Long> workerIds(Optional<Nodes.Family> family, long first, long last) {
        return family.map(Nodes.Family::children).orElse(List.of()).stream()
                .filter(name -> !name.equals(CLOCK) && !name.equals(DEALT))
                .map(this::workerId)
                .filter(workerId -> first <= workerId && workerId <= last)
                .toList();
    }

    private List<TimedLeaseRow> read(List<Long> workerIds) {
        List<Optional<Node>> children =
                nodes.readChildren(path, workerIds.stream().map(String::valueOf).toList());
        return IntStream.range(0, workerIds.size())
                .mapToObj(i -> children.get(i).flatMap(node -> stored(workerIds.get(i), node)))
                .flatMap(Optional::stream)
                .toList();
    }

    private long workerId(String name) {
        try {
            if (WORKER_ID.matcher(name).matches()) {
                return Long.parseLong(name);
            }
        } catch (NumberFormatException e) {
            // more than a long holds
        }
        throw noLease(name, nodes.read(path(name)).map(Node::quote).orElse(""));
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return read(List.copyOf(workerIds)).stream().map(TimedLeaseRow::row).toList();
    }

    private Optional<TimedLeaseRow> stored(long workerId, Node node) {
        if (node.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LeaseText.read(workerId, node));
        } catch (IllegalArgumentException e) {
            throw noLease(Long.toString(workerId), node.quote());
        }
    }

    private RuntimeException noLease(String name, String data) {
        return nodes.foreign(path(name), data, "the lease of a worker id", "remove it", null);
    }

    @Override
    public boolean insert(LeaseRow row) {
        String path = path(row.workerId());
        Optional<Node> node = nodes.read(path);
        if (node.isEmpty()) {
            nodes.create(path);
        } else if (stored(row.workerId(), node.get()).isPresent()) {
            return false;
        }
        return write(node.map(Node::version).orElse(NEVER_WRITTEN), row, null);
    }

    /** Deals each start another one. */
    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return insert(rowOf.apply(dealt.deal(next)));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        Optional<Node> node = nodes.read(path(row.workerId()));
        Optional<TimedLeaseRow> before = node.flatMap(read -> stored(row.workerId(), read));
        if (before.isEmpty() || !expected.admits(before.get().row())) {
            return false;
        }
        Instant acquired = row.term() == expected.term() ? before.get().acquired() : null;
        return write(node.get().version(), row, acquired);
    }

    private boolean write(int version, LeaseRow row, @Nullable Instant acquired) {
        return nodes.write(path(row.workerId()), version, LeaseText.of(row, acquired));
    }

    /** Empties the node. */
    @Override
    public void delete(LeaseRow row) {
        String path = path(row.workerId());
        nodes.read(path)
                .filter(node -> stored(row.workerId(), node)
                        .filter(stored -> stored.row().term() == row.term())
                        .isPresent())
                .ifPresent(node -> nodes.write(path, node.version(), NO_ROW));
    }

    /** Writes a node, as the leader notes the time of that. */
    @Override
    public Instant now() {
        return nodes.touch(path(CLOCK));
    }

    /** Returns the path above the namespaces. */
    @Override
    public String toString() {
        return "ZooKeeper " + nodes.fullPath(ROOT);
    }
}
