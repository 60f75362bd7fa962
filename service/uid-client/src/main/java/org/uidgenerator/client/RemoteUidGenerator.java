package org.uidgenerator.client;

import static java.lang.System.Logger.Level.INFO;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.engine.BufferOptions;
import org.uidgenerator.internal.engine.OwnedBlock;
import org.uidgenerator.internal.engine.OwnedBlocks;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.internal.engine.UidBuffer;

/**
 * Hands out UIDs that an id service has claimed, as ranges fetched ahead over HTTP: no worker id, no store, and the
 * cost of a {@link org.uidgenerator.generator.CachedUidGenerator} for a caller. For fleets in which not every process
 * is to have a connection to the store.
 *
 * <p>Each fetch goes to one of the servers, chosen at random, and to the others if that one does not answer. A server
 * that fails is left alone for a while, longer each time, up to five seconds, or one if no other server has answered.
 * Ranges are as long as what is used in a quarter of {@code maxAge}, and the next ones are fetched when half of the
 * last are used, so callers wait only after a pause, when none of the servers answers, or when demand grows more than
 * fourfold from one fetch to the next.
 *
 * <p>The UIDs that one thread gets strictly increase, whatever the clocks of the servers, because each request says
 * which UID it has to exceed. A UID is handed out at most {@code maxAge} after it was fetched, so its time is no
 * further behind than that and what the server allows itself. The time in which the machine is suspended may not count.
 *
 * <p>All servers must have one store identity, because the UIDs of two may be equal: servers on databases of their own
 * hand out the same ones. Each answer names the identity of its UIDs. A server that names another one than the first
 * answer, or none although that named one, counts as one that fails, and none of its UIDs is handed out. A first answer
 * that names none binds no server.
 *
 * <p>A crash, a close and a pause of more than {@code maxAge} lose what was fetched: at most two fetches, as long as
 * the longest of the last {@code maxAge}. These UIDs are gone, never issued twice.
 *
 * <p>It is no {@link org.uidgenerator.ManagedUidGenerator}: what that shows and gives back is a worker id and its
 * lease, and both are the servers'. {@link #status()} says instead where the UIDs come from.
 */
public final class RemoteUidGenerator implements UidGenerator {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    private static final int RING_BLOCKS = 64;
    private static final int REFILL_BELOW = 32;
    private static final int STRIPES_PER_PROCESSOR = 4;
    private static final int MOST_STRIPES = 64;
    private static final int OWNERS = 64;

    /**
     * In how many places there may be a block: the ring, those that are open, and one that found no room in the ring.
     */
    static final int MOST_PLACES = RING_BLOCKS + MOST_STRIPES + OWNERS + 1;

    private static final int CHECKS_A_LIFE = 8;

    /**
     * A server that is unavailable delays the construction by this part of the timeout at most, if others are there.
     */
    private static final int IDENTITIES_A_TIMEOUT = 8;

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);

    private final String name;
    private final UidLayout layout;
    private final RangeServers servers;
    private final RangeFetch fetch;
    private final UidBuffer buffer;
    private final @Nullable OwnedBlock[] slots;

    private RemoteUidGenerator(Builder options, RangeServers servers) {
        name = options.name;
        this.servers = servers;
        RangeAnswer first = firstOf(servers, options);
        layout = Objects.requireNonNull(first.layout());
        Duration checkInterval = options.maxAge.dividedBy(CHECKS_A_LIFE);
        buffer = new UidBuffer(bufferOptions(options, layout, checkInterval));
        slots = buffer.slots();
        // As long as a block is looked at this often, a late look included, nothing older than maxAge is handed out.
        fetch = new RangeFetch(options, servers, first, buffer, options.maxAge.minus(checkInterval.multipliedBy(2)));
        buffer.start(fetch.stock);
        LOG.log(
                INFO,
                "{0} is ready: {1}, store identity {2}, ranges from {3}",
                name,
                layout,
                servers.identity().orElse("unknown"),
                servers);
    }

    private static RangeAnswer firstOf(RangeServers servers, Builder options) {
        try {
            return servers.askFirst(
                    RangeFetch.question(RangeFetch.SHORTEST, -1, options.layout),
                    options.timeout.dividedBy(IDENTITIES_A_TIMEOUT).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while waiting for the first range", e);
        }
    }

    private static BufferOptions bufferOptions(Builder options, UidLayout layout, Duration checkInterval) {
        int stripes = STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        return new BufferOptions(
                options.name,
                RING_BLOCKS,
                REFILL_BELOW,
                Math.min(MOST_STRIPES, Integer.highestOneBit(2 * stripes - 1)),
                OWNERS,
                layout.sequenceIncrement(),
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.waitFor(options.maxWait),
                checkInterval,
                null,
                options.nanoClock,
                options.threadFactory);
    }

    /**
     * Begins a generator.
     *
     * @param servers where the servers of the id service are, as in {@code http://ids-1:8080}; at least one. Behind a
     *     balancer one is enough
     * @return a builder with the defaults
     */
    public static Builder builder(List<URI> servers) {
        return new Builder(new ServiceClientBuilder.Listed(servers));
    }

    /**
     * Begins a generator whose servers a registry of services or the like knows. Servers that are named later are
     * asked, too, and those that are named no longer are not.
     *
     * @param servers returns where the servers are, as in {@link #builder(List)}. It is asked in {@code build()}, and
     *     then by threads that are about to ask a server, one at the same time: every five seconds at most, every
     *     second after a failure. An answer that is slow delays the one who asks, so it had best be in memory. If it
     *     throws, names none or names what is no server, the servers stay those of the last time
     * @return a builder with the defaults
     */
    public static Builder builder(Supplier<List<URI>> servers) {
        return new Builder(servers);
    }

    @Override
    public long getUID() {
        long uid = OwnedBlocks.claimAtHome(slots);
        return uid >= 0 ? uid : buffer.next(Thread.currentThread(), slots, 1);
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        return buffer.tryNext(RejectedTakeBufferHandler.waitFor(timeout));
    }

    @Override
    public UidRange claim(int atMost) {
        return buffer.claim(atMost);
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Asks a server for UIDs above this one, unless such have been fetched already; what was fetched below is given
     * up.
     *
     * @throws UidGenerateException if no server hands out UIDs above this one, because it is further ahead of their
     *     clocks than they may be, or they do not answer (the cause is what they said); or the thread was interrupted
     *     meanwhile, or the generator is closed
     */
    @Override
    public void advancePast(long uid) {
        buffer.state().requireRunning(name);
        if (uid < 0 || uid > buffer.passed()) {
            layout.decode(uid); // refuses what is no UID
            try {
                fetch.fetchAbove(uid);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw cannotAdvance(uid, "it was interrupted while it waited for a server", e);
            } catch (UidGenerateException e) {
                throw cannotAdvance(uid, String.valueOf(e.getMessage()), e.getCause());
            }
            buffer.advancePast(uid);
        }
    }

    private UidGenerateException cannotAdvance(long uid, String why, @Nullable Throwable cause) {
        return new UidGenerateException(
                String.format(Locale.ROOT, "%s cannot advance past uid=%d: %s", name, uid, why), cause);
    }

    /**
     * {@return a snapshot of what the generator is doing; of a closed one, what it was doing when it was closed} Takes
     * some microseconds and is meant to be called now and then, not per UID.
     */
    public RemoteStatus status() {
        ServerStatus answered = servers.last().orElseThrow(); // the first ranges have come, or there were no generator
        List<ServerStatus> all = servers.status(); // Order matters! They have to know of that answer
        ServerStatus last = all.stream()
                .filter(server -> server.uri().equals(answered.uri()))
                .findFirst()
                .orElse(answered); // it is named no longer
        return new Snapshot(
                all,
                last.uri(),
                last.age().orElseThrow(),
                servers.identity(),
                buffer.issued(),
                buffer.available() + fetch.stock.left(),
                buffer.meter.waits.sum(),
                buffer.meter.rejectedTakes.sum(),
                buffer.failure());
    }

    private record Snapshot(
            List<ServerStatus> servers,
            URI lastServer,
            Duration age,
            Optional<String> identity,
            long issued,
            long available,
            long waits,
            long rejectedTakes,
            @Nullable Throwable failure)
            implements RemoteStatus {}

    /** {@inheritDoc} Ends the HTTP client, and does not wait for the answer of a server. */
    @Override
    public void close() {
        buffer.stop(RunState.CLOSED, LONGEST_WAIT_FOR_THE_END);
        fetch.close(LONGEST_WAIT_FOR_THE_END);
    }

    /** Returns the name and the layout. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%s)", name, layout);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder extends ServiceClientBuilder<Builder> {
        private static final Duration SHORTEST_AGE = Duration.ofMillis(100);
        private static final Duration LONGEST_AGE = Duration.ofDays(1);

        private @Nullable UidLayout layout;
        Duration maxAge = Duration.ofMinutes(1);
        private Duration maxWait = Duration.ofSeconds(5);
        String name = "uid-client";
        ThreadFactory threadFactory = BackgroundThreads::newThread;

        private Builder(Supplier<List<URI>> servers) {
            super(servers);
        }

        /**
         * Sets which layout the UIDs must have. A server that answers with another one counts as one that fails.
         *
         * @param layout the layout, default that of the first answer
         * @return this
         */
        public Builder layout(UidLayout layout) {
            this.layout = Objects.requireNonNull(layout, "layout");
            return this;
        }

        /**
         * Sets how long after it was fetched a UID may be handed out. More bridges a longer outage of all servers,
         * since what was fetched lasts for a quarter to a half of it; less keeps the time in UIDs nearer to now.
         *
         * @param maxAge in {@code [PT0.1S, PT24H]}, default one minute
         * @return this
         */
        public Builder maxAge(Duration maxAge) {
            this.maxAge = Objects.requireNonNull(maxAge, "maxAge");
            return this;
        }

        /**
         * Sets how long a call may wait for a UID.
         *
         * @param maxWait zero or more, default 5 s
         * @return this
         */
        public Builder maxWait(Duration maxWait) {
            this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
            return this;
        }

        /**
         * Sets the name that logs, exceptions and threads of the generator carry.
         *
         * @param name not blank, default {@code uid-client}
         * @return this
         */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets what makes the generator's threads: the padder and the one that fetches ranges. They are named and made
         * daemons whatever the factory says. The threads of the HTTP client are its own.
         *
         * @param threadFactory the factory of platform threads that are not started
         * @return this
         */
        public Builder threadFactory(ThreadFactory threadFactory) {
            this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
            return this;
        }

        /**
         * Fetches the first range and starts a generator. Meanwhile it asks all servers for their store identity; one
         * that is unavailable delays it by an eighth of the timeout at most.
         *
         * @return a generator that is running
         * @throws IllegalArgumentException if an option is out of its range
         * @throws UidGenerateException if no server hands out a range, or servers name several store identities
         */
        public RemoteUidGenerator build() {
            requireOptions();
            OptionException.requireIn("maxAge", maxAge, SHORTEST_AGE, LONGEST_AGE);
            if (maxWait.isNegative()) {
                throw new OptionException("maxWait", maxWait, "must not be negative");
            }
            OptionException.requireNotBlank("name", name);
            RangeServers servers = new RangeServers(name, this);
            try {
                return new RemoteUidGenerator(this, servers);
            } catch (RuntimeException | Error e) {
                servers.close();
                throw e;
            }
        }
    }
}
