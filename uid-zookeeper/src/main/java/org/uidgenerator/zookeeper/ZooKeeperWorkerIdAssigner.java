package org.uidgenerator.zookeeper;

import java.util.Locale;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.uidgenerator.worker.lease.LeaseOptions;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Leases worker ids from ZooKeeper: the persistent node {@code /uid/<namespace>/<worker id>} is the row of a worker id,
 * as text. {@link LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>ZooKeeper acknowledges a write when a majority of its servers has it on disk, and loses none of these while the
 * disks of a majority survive. So the limits of {@link LeasedWorkerIds} about stores that lose writes apply only to
 * restored backups and to servers with {@code forceSync=no}. Nothing depends on sessions: there are no ephemeral nodes,
 * and a session that expires takes no worker id away.
 *
 * <p>The caller starts the client, and closes it after the generators and this assigner. Its namespace, if any,
 * precedes all paths, and its ACL provider decides on the ACLs of new nodes. It needs the rights {@code CREATE},
 * {@code READ} and {@code WRITE} on the nodes, but not {@code DELETE}. A call to ZooKeeper may take as long as the
 * client's session and connection time-outs and, for reads, its retry policy allow: set these to seconds. With a policy
 * that retries for ever, a launch may wait for ever. A write of a lease is never repeated by the client.
 *
 * <p>The time of ZooKeeper, with which the clock of this host is compared, is that of the leader. To learn it, the
 * assigner writes a node beside the leases, {@code clock}.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time, by any number of generators.
 */
public final class ZooKeeperWorkerIdAssigner extends LeasedWorkerIds {

    /**
     * Makes an assigner with the defaults, in the namespace {@code default}.
     *
     * @param client a client that is started
     * @throws IllegalArgumentException if the client is not started
     */
    public ZooKeeperWorkerIdAssigner(CuratorFramework client) {
        this(builder(client));
    }

    private ZooKeeperWorkerIdAssigner(Builder builder) {
        super(builder.store(), builder);
    }

    /**
     * Starts an assigner with other settings than {@link #ZooKeeperWorkerIdAssigner(CuratorFramework)} has.
     *
     * @param client a client that is started by the time of {@link Builder#build()}
     * @return a builder with the defaults
     */
    public static Builder builder(CuratorFramework client) {
        return new Builder(client);
    }

    /** Makes assigners. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends LeaseOptions<Builder> {
        private final CuratorFramework client;
        private String namespace = "default";

        private Builder(CuratorFramework client) {
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Names the id space: worker ids of different namespaces are independent of each other, so their UIDs may be
         * equal.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, but neither {@code .} nor
         *     {@code ..}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        /** Returns the nodes, which are not read yet. */
        WorkerLeaseStore store() {
            if (client.getState() != CuratorFrameworkState.STARTED) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "client must be started, by start(): state=%s", client.getState()));
            }
            if (namespace.equals(".") || namespace.equals("..")) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "namespace must be the name of a node, not . or ..: namespace=%s", namespace));
            }
            return new ZooKeeperLeaseStore(new Nodes(client), namespace);
        }

        /**
         * Makes the assigner. ZooKeeper is not called yet.
         *
         * @return the assigner
         * @throws IllegalArgumentException if a value is out of range, the namespace is not plain, or the client is not
         *     started
         */
        public ZooKeeperWorkerIdAssigner build() {
            return new ZooKeeperWorkerIdAssigner(this);
        }
    }
}
