package org.uidgenerator.dynamodb;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Leases of worker ids in a table of Amazon DynamoDB, {@code WORKER_LEASE} unless named otherwise: one item for each
 * worker id, whose attributes are the columns of the SQL table. Its partition key is the namespace, its sort key the
 * worker id. {@link LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>All reads are strongly consistent, and a lease is written only if its item is still as the fence says, so DynamoDB
 * does both in one step. It acknowledges a write when more than one data centre of the Region has it. So the limits of
 * {@link LeasedWorkerIds} about stores that lose writes apply to restored backups, to items that an operator edits or a
 * time to live removes, and to global tables. One with <i>eventual</i> consistency between Regions must be used in one
 * Region only, since two would give the same worker id away; when that one fails over to another, the latest writes may
 * be missing.
 *
 * <p>The client remains the caller's; close it after the assigners. Reads are repeated as its retry strategy says, but
 * a lease is never written twice, because its retries are switched off for that request. How long a call may take is up
 * to the client: set {@code apiCallTimeout} to seconds.
 *
 * <p>The time of DynamoDB, with which the clock of this host is compared, is the {@code Date} of an answer, in whole
 * seconds. If a proxy leaves that out, clocks are not compared.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time.
 */
public final class DynamoDbLeaseStore implements WorkerLeaseStore {
    private static final Pattern TABLE_NAME = Pattern.compile("[A-Za-z0-9._-]{3,255}");
    private static final String FENCE =
            "#TERM = :expected AND #RESERVED_THROUGH >= :least AND #RESERVED_THROUGH <= :greatest";

    private final String namespace;
    private final Table table;
    private final StoreTime time;
    private final Identity identity = new Identity();
    final DealtItem dealt;

    private DynamoDbLeaseStore(Builder builder, Table.Pause pause) {
        namespace = WorkerLeaseStore.requireNamespace(builder.namespace);
        if (!TABLE_NAME.matcher(builder.tableName).matches()) {
            throw new OptionException(
                    "tableName", builder.tableName, OptionText.of("must be plain text %s", TABLE_NAME));
        }
        time = new StoreTime(InstantSource.system());
        table = new Table(builder.client, builder.tableName, builder.createTable, time, pause);
        dealt = new DealtItem(table, namespace);
    }

    /**
     * Makes a store on the table {@code WORKER_LEASE}, which must exist, in the namespace {@code default}. DynamoDB is
     * not asked yet.
     *
     * @param client a client of the Region that has the table
     * @return the store
     */
    public static DynamoDbLeaseStore on(DynamoDbClient client) {
        return builder(client).build();
    }

    /**
     * Starts a store with other settings than {@link #on} has.
     *
     * @param client a client of the Region that has the table
     * @return a builder with the defaults
     */
    public static Builder builder(DynamoDbClient client) {
        return new Builder(client);
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** Keeps the store identity in an item of the partition {@code @} and the name. */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    /**
     * Creates the table if there is none and that is allowed. Asks twice in a fleet of any size. There is no index of
     * holders that is read consistently, so for a holder all items of the range are read.
     */
    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        return table.creatingOnDemand(() -> {
            Optional<StoreIdentity> held = identity.read();
            return new LeaseOverview(
                    time.now(),
                    held,
                    table.highest(namespace, firstWorkerId, lastWorkerId),
                    holder.map(name -> workerIdsOf(name, firstWorkerId, lastWorkerId))
                            .orElse(List.of()),
                    Optional.empty());
        });
    }

    private List<Long> workerIdsOf(String holder, long firstWorkerId, long lastWorkerId) {
        return table.range(namespace, firstWorkerId, lastWorkerId).stream()
                .map(this::stored)
                .map(TimedLeaseRow::row)
                .filter(row -> row.holder().equals(holder))
                .map(LeaseRow::workerId)
                .toList();
    }

    /** Creates the table if there is none and that is allowed. */
    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return table.creatingOnDemand(() -> table.range(namespace, firstWorkerId, lastWorkerId)).stream()
                .map(this::stored)
                .toList();
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return table.get(key(workerId)).map(this::stored).map(TimedLeaseRow::row);
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return table.getAll(workerIds.stream().distinct().map(this::key).toList()).stream()
                .map(this::stored)
                .map(TimedLeaseRow::row)
                .toList();
    }

    private Map<String, AttributeValue> key(long workerId) {
        return Items.lease(namespace, workerId);
    }

    private TimedLeaseRow stored(Map<String, AttributeValue> item) {
        try {
            return Items.read(item);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    OptionText.of(
                            "an item of %s is not the lease of a worker id: %s; correct it, or take another {namespace}",
                            table, item),
                    e);
        }
    }

    @Override
    public boolean insert(LeaseRow row) {
        Map<String, AttributeValue> item = Items.attributes(row, time.now());
        item.putAll(key(row.workerId()));
        return table.add(item);
    }

    /** Deals each start another one, by a counter. */
    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return insert(rowOf.apply(dealt.deal(next)));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        Instant now = time.now();
        return table.update(
                key(row.workerId()),
                row.term() == expected.term()
                        ? Items.attributes(row, now, "LAYOUT", "ACQUIRED")
                        : Items.attributes(row, now, "LAYOUT"),
                FENCE,
                Map.of(
                        ":expected", Items.number(expected.term()),
                        ":least", Items.number(expected.leastReserved()),
                        ":greatest", Items.number(expected.greatestReserved())));
    }

    @Override
    public void delete(LeaseRow row) {
        table.remove(key(row.workerId()), Items.TERM, Items.number(row.term()));
    }

    /** Reads an item, for the date of the answer. */
    @Override
    public Instant now() {
        identity.read();
        return time.now();
    }

    /** The store identity of the namespace: the text {@code IDENTITY} of an item beside its leases. */
    private final class Identity implements StoreIdentityRecord {
        private static final String IDENTITY = "IDENTITY";
        private static final long WHICH = 0;

        @Override
        public String name() {
            return namespace;
        }

        /** Creates the table if there is none and it may be created. */
        @Override
        public Optional<StoreIdentity> find() {
            return table.creatingOnDemand(this::read);
        }

        /** Reads the store identity from a table that is there. */
        Optional<StoreIdentity> read() {
            return table.get(Items.beside(namespace, WHICH))
                    .map(item -> parse(Items.text(item, IDENTITY).orElse("")));
        }

        private StoreIdentity parse(String text) {
            try {
                return StoreIdentity.parse(text);
            } catch (IllegalArgumentException e) {
                throw new StoreException(
                        OptionText.of(
                                "the item NAMESPACE=@%s, WORKER_ID=%d of %s is no store identity: %s=\"%s\"; correct it, or take another {namespace}",
                                namespace, WHICH, table, IDENTITY, text),
                        e);
            }
        }

        @Override
        public boolean insert(StoreIdentity identity) {
            Map<String, AttributeValue> item = new HashMap<>(Items.beside(namespace, WHICH));
            item.put(IDENTITY, Items.text(identity.text()));
            return table.add(item);
        }
    }

    /** Returns the name of the table. */
    @Override
    public String toString() {
        return table.toString();
    }

    /** Makes stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder {
        private final DynamoDbClient client;
        private String namespace = "default";
        private String tableName = "WORKER_LEASE";
        private boolean createTable;

        private Builder(DynamoDbClient client) {
            this.client = Objects.requireNonNull(client, "client");
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
         * Names the table.
         *
         * @param tableName 3 to 255 letters, digits, {@code .}, {@code _} and {@code -}; default {@code WORKER_LEASE}
         * @return this
         */
        public Builder tableName(String tableName) {
            this.tableName = Objects.requireNonNull(tableName, "tableName");
            return this;
        }

        /**
         * Allows to create the table if it is missing, with capacity on demand. The client then needs the rights
         * {@code dynamodb:CreateTable} and {@code dynamodb:DescribeTable}. A first start takes some seconds longer.
         *
         * @param createTable default false. Without the table there are no worker ids
         * @return this
         */
        public Builder createTable(boolean createTable) {
            this.createTable = createTable;
            return this;
        }

        /**
         * Makes the store. DynamoDB is not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if the namespace or the name of the table is not plain text
         */
        public DynamoDbLeaseStore build() {
            return build(time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
        }

        DynamoDbLeaseStore build(Table.Pause pause) {
            return new DynamoDbLeaseStore(this, pause);
        }
    }
}
