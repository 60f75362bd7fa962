package org.uidgenerator.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;

/**
 * The server that has the keys of a namespace and takes writes, on one connection: opened when it is needed, given up
 * at its first fault, and opened again by the next call, which finds the server that is the primary by then.
 *
 * <p>No connection lasts longer than its socket, whatever the client's options say. Lettuce would open another socket
 * and send again what was under way: a write that has been done would then be refused, and a {@code WAIT} would count
 * replicas for a server on which nothing was written.
 */
final class Primary {
    private static final String CLOSED = "the connection was closed by close()";

    private final Supplier<Link> opener;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Link link;
    private volatile boolean closed;

    private Primary(Supplier<Link> opener) {
        this.opener = opener;
    }

    /** The server of a client, or the one that its Sentinels name. */
    static Primary of(RedisClient client, Duration timeout) {
        return new Primary(() -> {
            StatefulRedisConnection<String, String> connection = client.connect();
            return new Link(connection, connection, timeout);
        });
    }

    /** The primary of a slot in a Cluster. */
    static Primary of(RedisClusterClient client, int slot, Duration timeout) {
        return new Primary(() -> {
            client.refreshPartitions();
            RedisClusterNode node = client.getPartitions().getMasterBySlot(slot);
            if (node == null) {
                throw new RedisException(String.format(Locale.ROOT, "CLUSTERDOWN Hash slot not served: slot=%d", slot));
            }
            StatefulRedisClusterConnection<String, String> cluster = client.connect();
            try {
                return new Link(cluster.getConnection(node.getNodeId()), cluster, timeout);
            } catch (RedisException e) {
                CompletableFuture<Void> unused = cluster.closeAsync();
                throw e;
            }
        });
    }

    /** Runs commands, or throws a {@link StoreException} if the server does not answer or refuses. */
    <T> T call(Function<Link, T> commands) {
        Link open = link();
        try {
            return open.call(commands);
        } catch (StoreException e) {
            throw closed && Refusal.isOfNoAnswer(e.getCause())
                    ? new StoreException(CLOSED + "; " + Refusal.UNKNOWN, e.getCause())
                    : e;
        }
    }

    private Link link() {
        lock.lock();
        try {
            requireOpen();
            Link known = link;
            if (known == null || known.isClosed()) {
                known = opener.get();
                link = known;
                if (closed) { // while it was opened. Order matters! After others may see it, so one of both closes it
                    known.close();
                    requireOpen();
                }
            }
            return known;
        } catch (RedisException | CancellationException e) {
            throw new StoreException(Refusal.explain(e), e);
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException(CLOSED, null);
        }
    }

    /**
     * Closes the connection. Whatever is called afterwards is refused. Does not wait for one that is being opened, and
     * at most a second.
     */
    void close() {
        closed = true;
        Link known = link;
        if (known != null) {
            known.close();
            known.awaitForgotten();
        }
    }
}
