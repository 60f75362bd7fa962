package org.uidgenerator.client;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;

/**
 * The servers of an id service as somebody names them, who may name others later. Those that stay named keep what is
 * known of them. For any thread.
 */
final class ServerList {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    private static final long READ_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long READ_AFTER_A_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String generator;
    private final Supplier<List<URI>> names;
    private final Function<URI, RangeServer> maker;
    private final NanoClock nanoClock;

    /** Held while the names are read. Guards the time. */
    private final ReentrantLock reading = new ReentrantLock();

    private long readAt;
    private volatile boolean failed;
    private volatile List<RangeServer> servers = List.of();
    private volatile @Nullable RuntimeException failure;

    /**
     * Makes a list, and reads it.
     *
     * @param generator the name of the generator, for logs
     * @param names returns where the servers are; asked by whoever wants ranges
     * @param maker makes one that was not named before
     */
    ServerList(String generator, Supplier<List<URI>> names, Function<URI, RangeServer> maker, NanoClock nanoClock) {
        this.generator = generator;
        this.names = names;
        this.maker = maker;
        this.nanoClock = nanoClock;
        read();
    }

    /** Returns those that were named last. Asks nobody. */
    List<RangeServer> known() {
        return servers;
    }

    /** Returns why nobody could name them when they were wanted last, or null. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /**
     * Returns those that are named now, as of five seconds ago at most; of one second if one of them has failed since.
     * While another thread asks, and where nobody can name any, these are those of the last time.
     */
    List<RangeServer> current() {
        if (reading.tryLock()) {
            try {
                long age = nanoClock.nanoTime() - readAt;
                if (age >= (failed ? READ_AFTER_A_FAILURE_NANOS : READ_AFTER_NANOS)) {
                    read();
                }
            } finally {
                reading.unlock();
            }
        }
        return servers;
    }

    /** Records that a server has failed, so that others may be wanted. */
    void failed() {
        failed = true;
    }

    private void read() {
        failed = false; // Order matters! After a failure meanwhile it is read again
        try {
            List<URI> named = List.copyOf(names.get());
            ServiceClientBuilder.requireServers(named);
            use(named);
            failure = null;
        } catch (RuntimeException e) {
            if (failure == null) {
                LOG.log(WARNING, generator + ": the servers stay " + servers + ", since none can be named: " + e, e);
            }
            failure = e;
            failed = true;
        }
        readAt = nanoClock.nanoTime();
    }

    private void use(List<URI> named) {
        List<RangeServer> before = servers;
        Map<URI, RangeServer> after = new LinkedHashMap<>();
        named.forEach(uri -> after.computeIfAbsent(
                uri,
                added -> before.stream()
                        .filter(server -> server.uri.equals(added))
                        .findFirst()
                        .orElseGet(() -> maker.apply(added))));
        servers = List.copyOf(after.values());
        if (!before.isEmpty() && !servers.equals(before)) {
            LOG.log(INFO, "{0}: the servers of the id service are {1}", generator, servers);
        }
    }

    /** Returns where they are, as far as that is known. */
    @Override
    public String toString() {
        List<RangeServer> known = servers;
        return (known.isEmpty() ? names : known).toString();
    }
}
