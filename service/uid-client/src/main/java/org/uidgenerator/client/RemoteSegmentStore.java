package org.uidgenerator.client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;

/**
 * The counters of an id service, as a store for a {@link org.uidgenerator.segment.SegmentIdGenerator}: that one takes
 * their numbers in ranges, ahead of demand, with one HTTP request for each. For processes that are to have no
 * connection to the store of the counters.
 *
 * <p>A range comes from one of the servers, chosen at random, and from the others if that one does not answer. The
 * server takes it from its store, so each range is above all before it, whichever servers gave them. A server that
 * fails is left alone for a while, longer each time, up to five seconds, or one if no other server has answered. A
 * range whose answer is lost is lost, never handed out twice.
 *
 * <p>All servers must have one store identity of counters, because the numbers of two may be equal. Each answer names
 * the identity, and a server that names another one than the first answer, or none although that named one, counts as
 * one that fails.
 *
 * <p>At most 10,000,000 numbers are asked for, even if more are wanted. A range has fewer if the rate of the caller
 * allows no more at once, and as many as the step in the service's own store says if it has one. Counters are made by
 * the service, not here. For any number of threads. Close it after the generator.
 */
public final class RemoteSegmentStore implements SegmentStore, AutoCloseable {
    private static final long MOST_NUMBERS = 10_000_000;

    private final RangeServers servers;

    private RemoteSegmentStore(Builder options) {
        servers = new RangeServers("uid-counters", options);
    }

    /**
     * Begins a store.
     *
     * @param servers where the servers of the id service are, as in {@code http://ids-1:8080}; at least one. Behind a
     *     balancer one is enough
     * @return a builder with the defaults
     */
    public static Builder builder(List<URI> servers) {
        return new Builder(new ServiceClientBuilder.Listed(servers));
    }

    /**
     * Begins a store whose servers a registry of services or the like knows.
     *
     * @param servers returns where the servers are, and is asked, as in {@link RemoteUidGenerator#builder(Supplier)}
     * @return a builder with the defaults
     */
    public static Builder builder(Supplier<List<URI>> servers) {
        return new Builder(servers);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Waits for each server for {@code timeout} at most, one after the other.
     *
     * @throws StoreException if no server hands out a range; its message says what the last one said
     */
    @Override
    public UidRange take(String tag, long length) {
        String question = "/api/segment-range?count=" + Math.min(length, MOST_NUMBERS) + "&tag="
                + URLEncoder.encode(SegmentStore.requireTag(tag), StandardCharsets.UTF_8);
        try {
            return servers.ask(server -> take(server, question, tag)).ranges().get(0);
        } catch (NoSuchCounterException | ExhaustedCounterException e) {
            throw e;
        } catch (UidGenerateException e) {
            throw new StoreException(e.getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for " + this, e);
        }
    }

    private RangeAnswer take(RangeServer server, String question, String tag) throws IOException, InterruptedException {
        try {
            return server.ask(question, RangeAnswer::parseNumbers);
        } catch (RefusedException e) {
            switch (e.reason) {
                case UNKNOWN ->
                    throw new NoSuchCounterException(
                            String.format(Locale.ROOT, "%s has no counter of tag %s: %s", this, tag, e.getMessage()));
                case ENDED ->
                    throw new ExhaustedCounterException(
                            String.format(Locale.ROOT, "the counter of tag %s of %s is exhausted", tag, this));
                default -> throw e;
            }
        }
    }

    /** {@return what the servers do, in the order in which they were named} */
    public List<ServerStatus> status() {
        return servers.status();
    }

    /** Ends the HTTP client, and calls that wait for a server. Ranges are refused from then on. */
    @Override
    public void close() {
        servers.close();
    }

    /** Returns where the service is. */
    @Override
    public String toString() {
        return "the id service at " + servers;
    }

    /** Makes stores. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder extends ServiceClientBuilder<Builder> {
        private Builder(Supplier<List<URI>> servers) {
            super(servers);
        }

        /**
         * Makes a store. No server is asked.
         *
         * @return a store
         * @throws IllegalArgumentException if an option is out of its range
         */
        public RemoteSegmentStore build() {
            requireOptions();
            return new RemoteSegmentStore(this);
        }
    }
}
