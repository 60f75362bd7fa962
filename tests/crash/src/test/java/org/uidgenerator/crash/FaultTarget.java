package org.uidgenerator.crash;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.uidgenerator.StoreException;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.Ensemble;
import org.uidgenerator.testing.Forwarder;
import org.uidgenerator.testing.Forwarder.Disturbance;
import org.uidgenerator.testing.ServerProcess;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A store to which faults happen: its server, the way to it, and what its administrator does. For one thread, one fault
 * at a time.
 */
abstract class FaultTarget implements AutoCloseable {
    private static final Duration LATE = Duration.ofSeconds(2);
    private static final Duration LOST_BY_FAILOVER = Duration.ofSeconds(1);
    private static final Duration LOST_BY_RESTORE = Duration.ofSeconds(3);
    /** A port on which no server listens. */
    private static final int NOWHERE = 1;

    private static final long TICKS_LOWER = 10_000;
    private static final long TICKS_HIGHER = 315_360_000;

    private final CrashStore store;
    private final Forwarder forwarder;
    private ServerProcess server;
    private Optional<ServerProcess> copy = Optional.empty();
    private Optional<Ensemble<?>> ensemble = Optional.empty();
    private Optional<ServerProcess> leader = Optional.empty();
    private String address = "";
    private volatile Duration clockShift = Duration.ZERO;

    /** Starts a server. */
    FaultTarget(CrashStore store) {
        this.store = store;
        server = store.newServer();
        server.start();
        forwarder = new Forwarder(server.port());
    }

    static FaultTarget of(CrashStore store) {
        return switch (store) {
            case H2, POSTGRESQL, MYSQL, MARIADB -> new SqlTarget(store);
            case REDIS -> new RedisTarget();
            case ZOOKEEPER -> new ZooKeeperTarget();
            case ETCD -> new EtcdTarget();
            case DYNAMODB -> new DynamoDbTarget();
            case ID_SERVICE -> new ServiceTarget();
            default -> throw new IllegalArgumentException("no column of the matrix: " + store);
        };
    }

    CrashStore store() {
        return store;
    }

    ServerProcess server() {
        return server;
    }

    /** Returns the address of the server itself, for administrators. */
    String directAddress() {
        return address;
    }

    /** Returns the address that processes use. */
    String address() {
        return address.replace(":" + server.port(), ":" + forwarder.port());
    }

    /** Returns the address of the copy beside the server. */
    String addressOfCopy() {
        return address.replace(":" + server.port(), ":" + copy.orElseThrow().port());
    }

    /** Returns what stands between processes and worker ids: a clock that can be set, only where it is. */
    UnaryOperator<WorkerLeaseStore> wrapping(StoreFault fault) {
        return switch (fault) {
            case CLOCK_FORWARD, CLOCK_BACK -> leases -> new ShiftedClockStore(leases, () -> clockShift);
            default -> UnaryOperator.identity();
        };
    }

    /** Makes room for leases and counters that have nothing to do with those of the fault before. */
    void startAnew() {
        forwarder.disturb(Disturbance.NONE, Duration.ZERO);
        forwarder.leadTo(server.port());
        clear();
        address = store.newAddress(server);
    }

    /** Removes what is in the way of the next fault. */
    void clear() {
        empty();
    }

    /** Does what is to be done before the first process starts. */
    void prepare(StoreFault fault) {
        if (fault == StoreFault.RESTORED_TO_BEFORE_START) {
            server.pause();
            copy = Optional.of(newCopy());
            server.resume();
        } else if (fault == StoreFault.RIGHTS_REVOKED || fault == StoreFault.READ_ONLY) { // root may write nevertheless
            address = addressOfUser();
            setRights(true);
        } else if (fault == StoreFault.LEADER_KILLED) {
            ensemble = Optional.of(newEnsemble());
            ensemble.get().start();
            address = ensemble.get().addresses();
        }
    }

    /**
     * Makes a fault happen.
     *
     * @param issuer the process that runs
     */
    void begin(StoreFault fault, Issuer issuer) {
        switch (fault) {
            case KILLED -> server.kill9();
            case STOPPED -> server.pause();
            case SLOW -> forwarder.disturb(Disturbance.LATE_ANSWERS, LATE);
            case ANSWERS_LOST -> forwarder.disturb(Disturbance.LOST_ANSWERS, Duration.ZERO);
            case CUT_IN_WRITES -> forwarder.disturb(Disturbance.CUT_REQUESTS, Duration.ZERO);
            case DISK_FULL -> server.fillDisk();
            case MEMORY_FULL -> setMemoryFull(true);
            case MEMORY_KEEPS -> fillWithVolatileKeys();
            case EVICTS_LRU -> evict("allkeys-lru");
            case EVICTS_LFU -> evict("allkeys-lfu");
            case EVICTS_RANDOM -> evict("allkeys-random");
            case COUNTER_EVICTED -> evictCounter();
            case READ_ONLY -> setReadOnly(true);
            case RIGHTS_REVOKED -> setRights(false);
            case THROTTLED -> forwarder.leadTo(portOfThrottling());
            case SESSION_EXPIRED -> ((ZooKeeperClient) issuer.client()).expireSession();
            case COMPACTED -> compact();
            case LEADER_KILLED -> {
                leader = Optional.of(ensemble.orElseThrow().leader().orElseThrow());
                leader.get().kill9();
            }
            case CLOCK_FORWARD -> clockShift = Duration.ofDays(1);
            case CLOCK_BACK -> clockShift = Duration.ofDays(-1);
            case FAILOVER -> {
                server.pause();
                copy = Optional.of(newCopy());
                leadToCopy();
            }
            case FAILOVER_LOSES_SECOND -> goBack(LOST_BY_FAILOVER);
            case RESTORED -> goBack(LOST_BY_RESTORE);
            case RESTORED_TO_BEFORE_START -> leadToCopy();
            case CLONED -> {
                server.pause();
                copy = Optional.of(newCopy());
                server.resume();
                copy.get().start();
            }
            case EMPTIED -> empty();
            case EMPTIED_AND_PUT_BACK -> {
                forwarder.leadTo(NOWHERE);
                server.pause();
                copy = Optional.of(newCopy());
                server.resume();
                empty();
                forwarder.leadTo(server.port());
            }
            case MADE_AGAIN -> makeAgain();
            case OTHER_LAYOUT -> {} // the second process has it
            case ROW_LOWERED -> edit(issuer, -TICKS_LOWER);
            case ROW_RAISED -> edit(issuer, TICKS_HIGHER);
        }
    }

    /** Ends a fault that lasts. */
    void mend(StoreFault fault) {
        switch (fault) {
            case KILLED -> server.start();
            case STOPPED -> server.resume();
            case SLOW, ANSWERS_LOST, CUT_IN_WRITES -> forwarder.disturb(Disturbance.NONE, Duration.ZERO);
            case DISK_FULL -> {
                if (server.isRunning()) {
                    server.kill9();
                }
                server.start();
            }
            case LEADER_KILLED -> leader.orElseThrow().start();
            case MEMORY_FULL, MEMORY_KEEPS -> setMemoryFull(false);
            case READ_ONLY -> setReadOnly(false);
            case RIGHTS_REVOKED -> setRights(true);
            case THROTTLED -> forwarder.leadTo(server.port());
            case EMPTIED_AND_PUT_BACK -> leadToCopy();
            case CLOCK_FORWARD, CLOCK_BACK -> clockShift = Duration.ZERO;
            default -> {}
        }
    }

    /** Cleans up when no process is left. */
    void end(StoreFault fault) {
        copy.ifPresent(ServerProcess::close);
        copy = Optional.empty();
        ensemble.ifPresent(Ensemble::close);
        ensemble = Optional.empty();
    }

    private ServerProcess newCopy() {
        ServerProcess made = store.newServer();
        made.copyDataOf(server);
        return made;
    }

    private void goBack(Duration lost) {
        server.pause();
        copy = Optional.of(newCopy());
        server.resume();
        Until.passed(lost);
        leadToCopy();
    }

    private void leadToCopy() {
        server.kill9();
        ServerProcess promoted = copy.orElseThrow();
        promoted.start();
        address = addressOfCopy();
        server.close();
        server = promoted;
        copy = Optional.empty();
        forwarder.leadTo(server.port());
    }

    private void edit(Issuer issuer, long ticks) {
        try (LeaseView view = new LeaseView(store.connect(address));
                StoreClient client = store.connect(address)) {
            long workerId = view.workerIdOf(issuer.holder(), Patience.LONGEST).orElseThrow();
            WorkerLeaseStore leases = client.store();
            Patience.awaitUntil(() -> Patience.untilNo(
                    StoreException.class,
                    () -> leases.find(workerId)
                            .filter(row -> edit(leases, row, ticks))
                            .isPresent()));
        }
    }

    private static boolean edit(WorkerLeaseStore leases, LeaseRow row, long ticks) {
        LeaseRow edited = new LeaseRow(
                row.workerId(),
                row.term(),
                row.reservedThrough() + ticks,
                row.nextReservation(),
                row.layout(),
                row.holder(),
                row.held());
        return leases.update(Fence.at(row), edited);
    }

    /** Work that an administrator does on the data. */
    interface Administration {
        void of(StoreClient client);
    }

    /** Does it while no process uses the data. */
    void administrate(Administration administration) {
        try (StoreClient client = store.connect(address)) {
            administration.of(client);
        }
    }

    /** Leads processes to another port. */
    final void leadTo(int port) {
        forwarder.leadTo(port);
    }

    /** Returns the address for a user that has no more rights than it needs. */
    String addressOfUser() {
        return address;
    }

    void setRights(boolean granted) {
        throw notPossible();
    }

    void setReadOnly(boolean readOnly) {
        throw notPossible();
    }

    void setMemoryFull(boolean full) {
        throw notPossible();
    }

    /** Fills the memory under each policy that evicts keys with an expiry only. */
    void fillWithVolatileKeys() {
        throw notPossible();
    }

    /** Has a policy evict all keys. */
    void evict(String policy) {
        throw notPossible();
    }

    /** Removes the counter that processes use, as an eviction would. */
    void evictCounter() {
        throw notPossible();
    }

    int portOfThrottling() {
        throw notPossible();
    }

    /** Makes three servers of its kind. */
    Ensemble<?> newEnsemble() {
        throw notPossible();
    }

    void compact() {
        throw notPossible();
    }

    void makeAgain() {
        throw notPossible();
    }

    /** Removes all leases and counters, and the store identities. */
    abstract void empty();

    private UnsupportedOperationException notPossible() {
        return new UnsupportedOperationException("the matrix has no such fault of " + store);
    }

    @Override
    public void close() {
        end(StoreFault.KILLED);
        forwarder.close();
        server.close();
    }
}
