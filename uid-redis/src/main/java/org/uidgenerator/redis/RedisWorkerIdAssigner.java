package org.uidgenerator.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.uidgenerator.worker.lease.LeaseOptions;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * Leases worker ids from Redis: one hash for each worker id, {@code uid:{default}:lease:7}, whose fields are the
 * columns of the SQL table {@code WORKER_LEASE}. Runs on Redis from 6.2, stand-alone, behind Sentinels or as a Cluster,
 * and on servers that speak its protocol and run its scripts. {@link LeasedWorkerIds} describes what a lease is and
 * what it survives.
 *
 * <p>Redis may lose writes that it has acknowledged. What that means for UIDs depends on its settings, which are read
 * and logged when the first worker id is taken, and read again on each new connection, because after a failover it is
 * another server:
 *
 * <ul>
 *   <li>{@code appendonly yes} and {@code appendfsync always}: a crash of the server loses nothing.
 *   <li>{@code appendfsync everysec}: a crash of its host may lose the last second. So each write that reserves ticks
 *       rests for two seconds and is read again on the same connection before a tick of it is stamped: a launch takes
 *       two seconds longer, and so does a reservation, in the background. The writes of all leases rest at the same
 *       time. A write that is lost within that time is written again or given up, and no UID is issued twice. Disks
 *       that need longer than a second to sync are not covered. If {@code CONFIG GET} is not answered, the assigner
 *       does the same, and logs that.
 *   <li>{@code appendonly no}, {@code appendfsync no}, or {@code maxmemory} with a policy that evicts keys without an
 *       expiry: refused, unless {@link Builder#acceptDataLoss} accepts that UIDs may be issued twice after a crash.
 *   <li>A failover to a replica that lacks the latest writes: the loss of one write to a row does no harm, unless that
 *       write was the one that took the worker id. {@link Builder#replicas} makes each write wait for replicas. Set it
 *       to the number of all of them, so that whichever is promoted has each write that counted. With fewer, a replica
 *       that lags may be promoted.
 * </ul>
 *
 * <p>The client remains the caller's and may be used for other things; close it after the assigner. The assigner has
 * one connection of its own, which is opened when it is needed and never reconnects. After a fault the next call opens
 * another one, so no write is ever sent twice, whatever {@code autoReconnect} says. How long opening takes is up to the
 * client: set the timeout of its {@code RedisURI}, 60 s by default, and the connect timeout of its
 * {@code SocketOptions} to a few seconds.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time, by any number of generators.
 * They throw a {@link org.uidgenerator.UidGenerateException} also if the server may lose leases and that is not
 * accepted, if keys of the namespace hold something else, or if a lease was deleted or evicted.
 */
public final class RedisWorkerIdAssigner extends LeasedWorkerIds {
    private final RedisLeaseStore store;

    /**
     * Makes an assigner on one server, or on the one that Sentinels name, with the defaults, in the namespace
     * {@code default}.
     *
     * @param client a client that was made with the address of the server or of its Sentinels
     */
    public RedisWorkerIdAssigner(RedisClient client) {
        this(builder(client));
    }

    /**
     * Makes an assigner on a Cluster with the defaults, in the namespace {@code default}.
     *
     * @param client a client of the Cluster
     */
    public RedisWorkerIdAssigner(RedisClusterClient client) {
        this(builder(client));
    }

    private RedisWorkerIdAssigner(Builder builder) {
        this(builder.store(time -> TimeUnit.NANOSECONDS.sleep(time.toNanos())), builder);
    }

    private RedisWorkerIdAssigner(RedisLeaseStore store, Builder builder) {
        super(store, builder);
        this.store = store;
    }

    /**
     * Starts an assigner with other settings than {@link #RedisWorkerIdAssigner(RedisClient)} has.
     *
     * @param client a client that was made with the address of the server or of its Sentinels
     * @return a builder with the defaults
     */
    public static Builder builder(RedisClient client) {
        Objects.requireNonNull(client, "client");
        return new Builder(builder -> Primary.of(client, builder.timeout));
    }

    /**
     * Starts an assigner on a Cluster with other settings than {@link #RedisWorkerIdAssigner(RedisClusterClient)} has.
     * All keys of a namespace are on one of its primaries.
     *
     * @param client a client of the Cluster
     * @return a builder with the defaults
     */
    public static Builder builder(RedisClusterClient client) {
        Objects.requireNonNull(client, "client");
        return new Builder(builder -> Primary.of(client, new Keys(builder.namespace).slot(), builder.timeout));
    }

    /** Ends the reservations as {@link LeasedWorkerIds#close} says, and closes the connection; not the client. */
    @Override
    public void close() {
        super.close();
        store.close();
    }

    /** Makes assigners. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends LeaseOptions<Builder> {
        private final Function<Builder, Primary> primary;
        private String namespace = "default";
        private Duration timeout = Duration.ofSeconds(2);
        private Duration reservation = Duration.ofMinutes(10);
        private int replicas;
        private boolean dataLossAccepted;

        private Builder(Function<Builder, Primary> primary) {
            this.primary = primary;
        }

        /**
         * Names the id space: worker ids of different namespaces are independent of each other, so their UIDs may be
         * equal.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        /**
         * Sets how long to wait for the answer to a command.
         *
         * @param timeout in {@code [PT0.01S, PT1M]}, default 2 s
         * @return this
         */
        public Builder timeout(Duration timeout) {
            this.timeout = Objects.requireNonNull(timeout, "timeout");
            return this;
        }

        /**
         * {@inheritDoc} Where each write rests for two seconds, less than four are refused when the first worker id is
         * taken: ticks are reserved again when half of them are left, which would be over before the next may be
         * stamped.
         */
        @Override
        public Builder reservation(Duration reservation) {
            this.reservation = Objects.requireNonNull(reservation, "reservation");
            return super.reservation(reservation);
        }

        /**
         * Sets how many replicas must have a write before it counts, with one {@code WAIT} for all that is written
         * meanwhile. If fewer have it after half a {@code timeout}, no tick of it is stamped: a launch fails, and a
         * reservation is written again until they have it. So a replica that is away stops reservations, and generators
         * fail once the ticks that they had reserved are used up.
         *
         * @param replicas not negative, default 0
         * @return this
         */
        public Builder replicas(int replicas) {
            this.replicas = replicas;
            return this;
        }

        /**
         * Accepts a server that may lose leases. UIDs may be issued twice after it has lost any. For tests.
         *
         * @param accepted default false: such a server is refused
         * @return this
         */
        public Builder acceptDataLoss(boolean accepted) {
            this.dataLossAccepted = accepted;
            return this;
        }

        RedisLeaseStore store(Durability.Rest rest) {
            Durability durability =
                    new ServerOptions(timeout, replicas, dataLossAccepted).durability(Durability.Kept.LEASES, rest);
            return new RedisLeaseStore(new Keys(namespace), primary.apply(this), durability, reservation);
        }

        /**
         * Makes the assigner. The server is not asked yet.
         *
         * @return the assigner
         * @throws IllegalArgumentException if a value is out of range or the namespace is not plain text
         */
        public RedisWorkerIdAssigner build() {
            return new RedisWorkerIdAssigner(this);
        }
    }
}
