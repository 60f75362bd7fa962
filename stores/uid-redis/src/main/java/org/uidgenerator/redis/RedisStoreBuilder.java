package org.uidgenerator.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Objects;
import org.uidgenerator.OptionException;

/**
 * The options of all that is kept in Redis. A builder is for one thread. Every option is checked in {@code build()}.
 *
 * @param <B> the builder itself
 */
public abstract sealed class RedisStoreBuilder<B extends RedisStoreBuilder<B>>
        permits RedisLeaseStore.Builder, RedisSegmentStore.Builder {
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);

    private final AbstractRedisClient client;
    private String namespace = "default";
    private Duration timeout = Duration.ofSeconds(2);
    private int replicas;
    private boolean dataLossAccepted;

    RedisStoreBuilder(AbstractRedisClient client) {
        this.client = Objects.requireNonNull(client, "client");
        if (!(client instanceof RedisClient || client instanceof RedisClusterClient)) {
            throw new IllegalArgumentException("client must be a RedisClient or a RedisClusterClient: client="
                    + client.getClass().getName());
        }
    }

    /**
     * Names the store identity. Worker ids and counters of different namespaces are independent of each other, so their
     * UIDs and numbers may be equal.
     *
     * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}; default {@code default}
     * @return this
     */
    public B namespace(String namespace) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        return self();
    }

    /**
     * Sets how long to wait for the answer to a command.
     *
     * @param timeout in {@code [PT0.01S, PT1M]}, default 2 s
     * @return this
     */
    public B timeout(Duration timeout) {
        this.timeout = Objects.requireNonNull(timeout, "timeout");
        return self();
    }

    /**
     * Sets how many replicas must have a write before it counts, with one {@code WAIT} for all that is written
     * meanwhile. If fewer have it after half a {@code timeout}, a start or taking a range fails, and a reservation is
     * written again until they have it. So a replica that is unavailable stops reservations, and generators fail once
     * the ticks that they had reserved are used up.
     *
     * @param replicas not negative, default 0
     * @return this
     */
    public B replicas(int replicas) {
        this.replicas = replicas;
        return self();
    }

    /**
     * Accepts a server that may lose leases or counters. UIDs may be issued twice after it has lost any. For tests.
     *
     * @param accepted default false, which refuses such a server
     * @return this
     */
    public B acceptDataLoss(boolean accepted) {
        this.dataLossAccepted = accepted;
        return self();
    }

    @SuppressWarnings("unchecked") // B is the builder itself
    private B self() {
        return (B) this;
    }

    Keys keys() {
        return new Keys(namespace);
    }

    Primary primary() {
        return client instanceof RedisClusterClient cluster
                ? Primary.of(cluster, keys().slot(), timeout)
                : Primary.of((RedisClient) client, timeout);
    }

    /** Returns when a write counts as done. Replicas have half of the time. */
    Durability durability(Durability.Kept kept, Durability.Rest rest) {
        OptionException.requireIn("timeout", timeout, SHORTEST_TIMEOUT, LONGEST_TIMEOUT);
        if (replicas < 0) {
            throw new OptionException("replicas", replicas, "must not be negative");
        }
        return new Durability(kept, replicas, timeout.dividedBy(2), dataLossAccepted, rest);
    }
}
