package org.uidgenerator.etcd;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseColumns;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases of worker ids in etcd from 3.4: the key {@code /uid/default/lease/0000000000000000007} has the row of a worker
 * id, as JSON, and {@code /uid/default/holder/...} finds it by its holder.
 * {@link org.uidgenerator.worker.lease.LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>etcd acknowledges a write when a majority of its servers has it on disk, and loses none of these while the disks
 * of a majority survive. Reads go through the leader, too. So the limits of {@code LeasedWorkerIds} about stores that
 * lose writes apply only to restored snapshots, to {@code --force-new-cluster} and to servers with
 * {@code --unsafe-no-fsync}. Nothing depends on etcd's own leases, and no key expires.
 *
 * <p>A row is written if its key has not been written since the fence was compared with it, by one transaction. No
 * request is sent twice, unless it could not be sent. With several servers, one that cannot be connected to is passed
 * over. What stands between this store and the servers, such as a proxy, must not send a request again either.
 *
 * <p>etcd does not tell the time. With the {@code Date} of an answer, in whole seconds, the clock of this host is
 * compared: it is taken to be right within that second, and if a proxy takes the date out.
 *
 * <p>The store has nothing to close. All methods may be called from any thread, possibly from several at the same time.
 */
public final class EtcdLeaseStore implements WorkerLeaseStore {
    /** How many rows one answer has. A row is at most some 1.5 KB. */
    static final int PAGE = 200;

    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final Type COLUMNS =
            TypeToken.getParameterized(Map.class, String.class, String.class).getType();

    private final Gateway gateway;
    private final Keys keys;
    private final Identity identity = new Identity();
    private final DealtKey dealt;

    private EtcdLeaseStore(Gateway gateway, Keys keys) {
        this.gateway = gateway;
        this.keys = keys;
        dealt = new DealtKey(gateway, keys.dealt());
    }

    /**
     * Makes a store with the defaults, in the namespace {@code default}.
     *
     * @param servers addresses of the servers, such as {@code http://etcd-1:2379}; one is enough behind a balancer
     * @return the store, which is not read yet
     * @throws IllegalArgumentException if there is none, or one is no address
     */
    public static EtcdLeaseStore on(List<URI> servers) {
        return builder(servers).build();
    }

    /**
     * Starts a store with other settings than {@link #on} has.
     *
     * @param servers addresses of the servers, as in {@link #on}
     * @return a builder with the defaults
     */
    public static Builder builder(List<URI> servers) {
        return new Builder(servers);
    }

    @Override
    public String namespace() {
        return keys.namespace();
    }

    /** Keeps the store identity in the key {@code /uid/default/identity}. */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    /** Asks with one transaction in a fleet of any size. */
    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        Transaction reads =
                new Transaction().get(keys.identity()).getLastKey(keys.lease(firstWorkerId), keys.lease(lastWorkerId));
        holder.ifPresent(name -> reads.getKeys(keys.holder(name, firstWorkerId), keys.holder(name, lastWorkerId)));
        Transaction.Outcome outcome = gateway.run(reads);
        return new LeaseOverview(
                outcome.now(),
                identity.of(outcome.read().get(0)),
                outcome.read().get(1).stream()
                        .mapToLong(EtcdLeaseStore::workerId)
                        .max(),
                holder.isEmpty()
                        ? List.of()
                        : outcome.read().get(2).stream()
                                .map(EtcdLeaseStore::workerId)
                                .toList(),
                Optional.empty());
    }

    private static long workerId(Entry entry) {
        try {
            return Keys.workerId(entry.key());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw foreign(entry, "the lease of a worker id", e);
        }
    }

    /** Reads in pages, none of which is longer than an answer may be. */
    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        List<TimedLeaseRow> rows = new ArrayList<>();
        String from = keys.lease(firstWorkerId);
        String last = keys.lease(lastWorkerId);
        List<Entry> page;
        do {
            page = gateway.run(new Transaction().getRange(from, last, PAGE))
                    .read()
                    .get(0);
            page.forEach(entry -> rows.add(stored(entry)));
            from = page.isEmpty() ? last : Keys.after(page.get(page.size() - 1).key());
        } while (page.size() == PAGE);
        return rows;
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        List<Long> all = List.copyOf(workerIds);
        List<LeaseRow> rows = new ArrayList<>();
        for (int first = 0; first < all.size(); first += Transaction.MOST_READS) {
            Transaction reads = new Transaction();
            all.subList(first, Math.min(first + Transaction.MOST_READS, all.size()))
                    .forEach(workerId -> reads.get(keys.lease(workerId)));
            gateway.run(reads)
                    .read()
                    .forEach(
                            read -> read.forEach(entry -> rows.add(stored(entry).row())));
        }
        return rows;
    }

    static TimedLeaseRow stored(Entry entry) {
        long workerId = workerId(entry);
        try {
            Map<String, String> columns = JSON.fromJson(entry.value(), COLUMNS);
            return LeaseColumns.read(workerId, Objects.requireNonNullElse(columns, Map.of()));
        } catch (JsonParseException | IllegalArgumentException e) {
            throw foreign(entry, "the lease of a worker id", e);
        }
    }

    /** Returns the value of the key of a row: a JSON object with the names of the SQL columns. */
    static String value(LeaseRow row, Instant acquired, Instant modified) {
        return JSON.toJson(LeaseColumns.of(new TimedLeaseRow(row, acquired, modified)));
    }

    private static StoreException foreign(Entry entry, String expected, Throwable cause) {
        return new StoreException(
                OptionText.of(
                        "the key %s is not %s: value=\"%s\"; remove it, or take another {namespace}",
                        entry.key(), expected, entry.quote()),
                cause);
    }

    @Override
    public boolean insert(LeaseRow row) {
        return insert(row, now());
    }

    private boolean insert(LeaseRow row, Instant now) {
        String key = keys.lease(row.workerId());
        return gateway.run(new Transaction()
                        .ifAbsent(key)
                        .put(key, value(row, now, now))
                        .put(keys.holder(row.holder(), row.workerId()), ""))
                .done();
    }

    /** Deals each start another one, from a key of its own. */
    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        DealtKey.Dealt chosen = dealt.deal(next);
        return insert(rowOf.apply(chosen.number()), chosen.now());
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        Transaction.Outcome read = gateway.run(new Transaction().get(keys.lease(row.workerId())));
        Optional<Entry> entry = read.read().get(0).stream().findFirst();
        Optional<TimedLeaseRow> before = entry.map(EtcdLeaseStore::stored);
        if (before.isEmpty() || !expected.admits(before.get().row())) {
            return false;
        }
        Instant acquired = row.term() == expected.term() ? before.get().acquired() : read.now();
        Transaction write = new Transaction()
                .ifUnchanged(entry.get().key(), entry.get().revision())
                .put(entry.get().key(), value(row, acquired, read.now()))
                .put(keys.holder(row.holder(), row.workerId()), "");
        String holder = before.get().row().holder();
        if (!holder.equals(row.holder())) {
            write.delete(keys.holder(holder, row.workerId()));
        }
        return gateway.run(write).done();
    }

    @Override
    public void delete(LeaseRow row) {
        Transaction read = new Transaction().get(keys.lease(row.workerId()));
        for (Entry entry : gateway.run(read).read().get(0)) {
            LeaseRow found = stored(entry).row();
            if (found.term() == row.term()) {
                gateway.run(new Transaction()
                        .ifUnchanged(entry.key(), entry.revision())
                        .delete(entry.key())
                        .delete(keys.holder(found.holder(), found.workerId())));
            }
        }
    }

    @Override
    public Instant now() {
        return gateway.run(new Transaction().get(keys.identity())).now();
    }

    /** The store identity of the namespace, in a key of its own. */
    private final class Identity implements StoreIdentityRecord {
        @Override
        public String name() {
            return keys.namespace();
        }

        @Override
        public Optional<StoreIdentity> find() {
            return of(gateway.run(new Transaction().get(keys.identity())).read().get(0));
        }

        /** Reads the store identity out of what the key has, if it is there. */
        Optional<StoreIdentity> of(List<Entry> entries) {
            return entries.stream().findFirst().map(entry -> {
                try {
                    return StoreIdentity.parse(entry.value());
                } catch (IllegalArgumentException e) {
                    throw foreign(entry, "a store identity", e);
                }
            });
        }

        @Override
        public boolean insert(StoreIdentity identity) {
            return gateway.run(new Transaction().ifAbsent(keys.identity()).put(keys.identity(), identity.text()))
                    .done();
        }
    }

    /** Returns the addresses of the servers. */
    @Override
    public String toString() {
        return gateway.toString();
    }

    /** Makes stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder {
        private static final Duration LEAST_TIMEOUT = Duration.ofMillis(10);
        private static final Duration GREATEST_TIMEOUT = Duration.ofMinutes(1);

        private final List<URI> servers;
        private String namespace = "default";
        private Duration timeout = Duration.ofSeconds(2);
        private @Nullable SSLContext sslContext;
        private @Nullable String login;

        private Builder(List<URI> servers) {
            this.servers = List.copyOf(Objects.requireNonNull(servers, "servers"));
        }

        /**
         * Sets the namespace. Worker ids of different namespaces are independent of each other, so their UIDs may be
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
         * Sets how long to wait for an answer, and for a connection.
         *
         * @param timeout in {@code [PT0.01S, PT1M]}, default 2 s
         * @return this
         */
        public Builder timeout(Duration timeout) {
            this.timeout = Objects.requireNonNull(timeout, "timeout");
            return this;
        }

        /**
         * Sets what TLS uses, such as a certificate authority or a certificate of your own.
         *
         * @param sslContext default that of the JDK
         * @return this
         */
        public Builder sslContext(SSLContext sslContext) {
            this.sslContext = Objects.requireNonNull(sslContext, "sslContext");
            return this;
        }

        /**
         * Sets the user that this store authenticates as, if the servers have authentication enabled. The user needs a
         * role that may read and write the keys from {@code /uid/}.
         *
         * @param user the name
         * @param password the password
         * @return this
         */
        public Builder credentials(String user, String password) {
            JsonObject request = new JsonObject();
            request.addProperty("name", Objects.requireNonNull(user, "user"));
            request.addProperty("password", Objects.requireNonNull(password, "password"));
            login = request.toString();
            return this;
        }

        /**
         * Makes the store. No server is asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if a value is out of range, the namespace is not plain text, or there is no
         *     server or one that is no address
         */
        public EtcdLeaseStore build() {
            WorkerLeaseStore.requireNamespace(namespace);
            OptionException.requireIn("timeout", timeout, LEAST_TIMEOUT, GREATEST_TIMEOUT);
            if (servers.isEmpty()) {
                throw new OptionException("servers", servers, "must name one server at least");
            }
            servers.forEach(Builder::requireAddress);
            return new EtcdLeaseStore(new Gateway(servers, timeout, sslContext, login), new Keys(namespace));
        }

        private static void requireAddress(URI server) {
            if (!String.valueOf(server).matches("https?://[^/?#@]+") || server.getHost() == null) {
                throw new OptionException("servers", server, "must be addresses such as http://etcd-1:2379");
            }
        }
    }
}
