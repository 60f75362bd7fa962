package org.uidgenerator.crash;

import static org.uidgenerator.crash.CrashStore.DYNAMODB;
import static org.uidgenerator.crash.CrashStore.ETCD;
import static org.uidgenerator.crash.CrashStore.H2;
import static org.uidgenerator.crash.CrashStore.ID_SERVICE;
import static org.uidgenerator.crash.CrashStore.MARIADB;
import static org.uidgenerator.crash.CrashStore.MYSQL;
import static org.uidgenerator.crash.CrashStore.POSTGRESQL;
import static org.uidgenerator.crash.CrashStore.REDIS;
import static org.uidgenerator.crash.CrashStore.ZOOKEEPER;
import static org.uidgenerator.crash.Expectation.CONTINUES;
import static org.uidgenerator.crash.Expectation.HEALS;
import static org.uidgenerator.crash.Expectation.NONE;
import static org.uidgenerator.crash.Expectation.NOT_COVERED;
import static org.uidgenerator.crash.Expectation.heals;
import static org.uidgenerator.crash.Expectation.refused;
import static org.uidgenerator.crash.Expectation.refusesStarts;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What each store promises under each fault. The one place that says so; tables, pictures and runs follow it. */
final class FaultMatrix {
    /** The stores, of which each has a column for worker ids, and most have one for counters. */
    static final List<CrashStore> STORES =
            List.of(H2, POSTGRESQL, MYSQL, MARIADB, REDIS, ZOOKEEPER, ETCD, DYNAMODB, ID_SERVICE);

    /** Of a process that is refused for good. */
    private static final String REMEDY = "follow the run-book \"The database lost writes\"";

    private static final Expectation OTHER_IDENTITY = refused(REMEDY, REMEDY);
    private static final Expectation EVICTED = refused(REMEDY, "maxmemory-policy=allkeys-");

    /** Of a client of an id service, which compares it with that of the first answer. */
    private static final Expectation OTHER_IDENTITY_OF_SERVICE =
            refused("its store identity must be", "its store identity must be");

    private static final Map<StoreFault, Row> ROWS = rows();

    private FaultMatrix() {}

    /**
     * A column.
     *
     * @param store the store
     * @param counters whether it is about counters, not worker ids
     */
    record Column(CrashStore store, boolean counters) {}

    /** One row: what all columns promise, and the exceptions. */
    private static final class Row {
        private final Map<CrashStore, Expectation> workerIds = new EnumMap<>(CrashStore.class);
        private final Map<CrashStore, Expectation> counters = new EnumMap<>(CrashStore.class);

        Row(Expectation workerIds, Expectation counters) {
            STORES.forEach(store -> except(store, workerIds, counters));
        }

        Row except(CrashStore store, Expectation workerIds, Expectation counters) {
            this.workerIds.put(store, workerIds);
            this.counters.put(store, store.tags().isEmpty() ? NONE : counters);
            return this;
        }

        Row none(CrashStore... stores) {
            Stream.of(stores).forEach(store -> except(store, NONE, NONE));
            return this;
        }
    }

    private static Row all(Expectation workerIds, Expectation counters) {
        return new Row(workerIds, counters);
    }

    private static Row only(CrashStore store, Expectation workerIds, Expectation counters) {
        return new Row(NONE, NONE).except(store, workerIds, counters);
    }

    private static Map<StoreFault, Row> rows() {
        Map<StoreFault, Row> rows = new EnumMap<>(StoreFault.class);
        rows.put(StoreFault.KILLED, all(HEALS, HEALS));
        rows.put(StoreFault.STOPPED, all(HEALS, HEALS));
        rows.put(StoreFault.SLOW, all(HEALS, HEALS));
        rows.put(StoreFault.ANSWERS_LOST, all(HEALS, HEALS));
        rows.put(StoreFault.CUT_IN_WRITES, all(HEALS, HEALS));
        rows.put(StoreFault.DISK_FULL, all(HEALS, HEALS));
        rows.put(StoreFault.MEMORY_FULL, only(REDIS, heals("OOM"), heals("OOM")).except(ETCD, heals("space"), NONE));
        rows.put(StoreFault.MEMORY_KEEPS, only(REDIS, heals("OOM"), heals("OOM")));
        rows.put(StoreFault.EVICTS_LRU, only(REDIS, EVICTED, EVICTED));
        rows.put(StoreFault.EVICTS_LFU, only(REDIS, EVICTED, EVICTED));
        rows.put(StoreFault.EVICTS_RANDOM, only(REDIS, EVICTED, EVICTED));
        rows.put(StoreFault.COUNTER_EVICTED, only(REDIS, CONTINUES, NOT_COVERED));
        rows.put(
                StoreFault.READ_ONLY,
                only(POSTGRESQL, heals("read-only"), heals("read-only"))
                        .except(MYSQL, heals("read-only"), heals("read-only"))
                        .except(MARIADB, heals("read-only"), heals("read-only"))
                        .except(REDIS, heals("READONLY"), heals("READONLY")));
        rows.put(
                StoreFault.RIGHTS_REVOKED,
                all(heals("rmission"), heals("rmission"))
                        .except(MYSQL, heals("denied"), heals("denied"))
                        .except(MARIADB, heals("denied"), heals("denied"))
                        .except(H2, heals("Not enough rights"), heals("Not enough rights"))
                        .except(REDIS, heals("NOPERM"), heals("NOPERM"))
                        .except(ZOOKEEPER, heals("refuses"), heals("refuses"))
                        .except(ETCD, heals("user name is empty"), NONE)
                        .except(DYNAMODB, heals("AccessDenied"), NONE)
                        .none(ID_SERVICE));
        rows.put(StoreFault.THROTTLED, only(DYNAMODB, HEALS, NONE));
        rows.put(StoreFault.SESSION_EXPIRED, only(ZOOKEEPER, HEALS, HEALS));
        rows.put(StoreFault.COMPACTED, only(ETCD, CONTINUES, NONE));
        rows.put(StoreFault.LEADER_KILLED, only(ETCD, HEALS, NONE).except(ZOOKEEPER, HEALS, HEALS));
        rows.put(
                StoreFault.CLOCK_FORWARD,
                all(refusesStarts("the clock of this host must be near"), CONTINUES)
                        .none(ID_SERVICE));
        rows.put(
                StoreFault.CLOCK_BACK,
                all(refusesStarts("the clock of this host must be near"), CONTINUES)
                        .none(ID_SERVICE));
        rows.put(StoreFault.FAILOVER, all(HEALS, HEALS));
        rows.put(StoreFault.FAILOVER_LOSES_SECOND, all(HEALS, NOT_COVERED));
        rows.put(StoreFault.RESTORED, all(HEALS, NOT_COVERED));
        rows.put(StoreFault.RESTORED_TO_BEFORE_START, all(NOT_COVERED, NOT_COVERED));
        rows.put(StoreFault.CLONED, all(NOT_COVERED, NOT_COVERED));
        rows.put(
                StoreFault.EMPTIED,
                all(OTHER_IDENTITY, OTHER_IDENTITY)
                        .except(ID_SERVICE, OTHER_IDENTITY_OF_SERVICE, OTHER_IDENTITY_OF_SERVICE));
        rows.put(
                StoreFault.EMPTIED_AND_PUT_BACK,
                all(heals(REMEDY), heals(REMEDY))
                        .except(ID_SERVICE, heals("its store identity must be"), heals("its store identity must be")));
        rows.put(StoreFault.MADE_AGAIN, all(OTHER_IDENTITY, OTHER_IDENTITY).none(REDIS, ZOOKEEPER, ETCD, ID_SERVICE));
        rows.put(StoreFault.OTHER_LAYOUT, all(refusesStarts("layout"), CONTINUES));
        rows.put(StoreFault.ROW_LOWERED, all(HEALS, NONE).none(ID_SERVICE));
        rows.put(StoreFault.ROW_RAISED, all(HEALS, NONE).none(ID_SERVICE));
        return rows;
    }

    static List<Column> columns() {
        return Stream.of(false, true)
                .flatMap(counters -> STORES.stream()
                        .filter(store -> !counters || !store.tags().isEmpty())
                        .map(store -> new Column(store, counters)))
                .toList();
    }

    static Expectation expected(StoreFault fault, Column column) {
        Row row = ROWS.get(fault);
        return (column.counters() ? row.counters : row.workerIds).get(column.store());
    }
}
