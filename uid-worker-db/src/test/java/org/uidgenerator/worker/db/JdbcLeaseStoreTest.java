package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** What does not depend on the database, shown on H2. */
class JdbcLeaseStoreTest {
    private static final DataSource UNUSED = new DriverManagerDataSource();

    private static void assertRefused(UnaryOperator<JdbcLeaseStore.Builder> option, String message) {
        JdbcLeaseStore.Builder builder = option.apply(JdbcLeaseStore.builder(UNUSED));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesTablesThatAreNoPlainIdentifiers() {
        assertRefused(
                builder -> builder.tableName("A;DROP TABLE B"),
                "tableName must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one:"
                        + " tableName=A;DROP TABLE B");
    }

    @Test
    void refusesNamespacesThatNoStoreTakes() {
        assertRefused(
                builder -> builder.namespace("A B"),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=A B");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> JdbcLeaseStore.on(null)).hasMessage("dataSource");
        JdbcLeaseStore.Builder builder = JdbcLeaseStore.builder(UNUSED);
        assertThatThrownBy(() -> builder.namespace(null)).hasMessage("namespace");
        assertThatThrownBy(() -> builder.tableName(null)).hasMessage("tableName");
        assertThatThrownBy(() -> builder.tableCreation(null)).hasMessage("tableCreation");
    }

    @Test
    void logsTheWorkerIdAndTheTableItIsFrom() {
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LogRecorder log = new LogRecorder();
                LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(dataSource))) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

            assertThat(log.lines())
                    .containsExactly("INFO worker id 0 taken from WORKER_LEASE (namespace default), first tick "
                            + lease.firstTick() + ", store identity "
                            + lease.state().identity().orElseThrow());
            assertThat(assigner.workers().get(0).holder())
                    .endsWith(":" + ProcessHandle.current().pid());
        } finally {
            dataSource.destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:", "jdbc:h2:mem:uids", "jdbc:sqlite::memory:"})
    void saysWhichDatabaseOutlivesItsConnections(String forgetful) {
        LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(new DriverManagerDataSource(forgetful)));

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .hasMessage(
                        "no worker id from WORKER_LEASE: the database has forgotten the table that was just created:"
                                + " use one that outlives its connections, such as jdbc:h2:mem:uids;DB_CLOSE_DELAY=-1");

        DataSource advised = new DriverManagerDataSource("jdbc:h2:mem:uids;DB_CLOSE_DELAY=-1");
        try (LeasedWorkerIds following = LeasedWorkerIds.on(JdbcLeaseStore.on(advised))) {
            assertThat(following
                            .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                            .workerId())
                    .isNotNegative();
        } finally {
            new JdbcTemplate(advised).execute("SHUTDOWN");
        }
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswer() {
        LeasedWorkerIds assigner =
                LeasedWorkerIds.on(JdbcLeaseStore.on(new DriverManagerDataSource("jdbc:h2:tcp://127.0.0.1:1/uid")));

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ")
                .hasRootCauseInstanceOf(java.net.ConnectException.class);
        assertThatThrownBy(assigner::workers)
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no list of WORKER_LEASE (namespace default): ");
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:file:%s",
                "jdbc:hsqldb:file:%s;hsqldb.lock_file=false",
                "jdbc:derby:%s;create=true",
                "jdbc:sqlite:%s"
            })
    void writesReservationsToAFileBeforeAProcessCanCrash(String address, @TempDir Path folder) throws Exception {
        String url = String.format(Locale.ROOT, address, folder.resolve("uid"));
        Process process = ChildJvm.builder(List.of(), CrashingHolder.class, url)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(CrashingHolder.STATUS);

        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(new DriverManagerDataSource(url)))) {
            WorkerLeaseStatus crashed = assigner.workers().get(0);
            assertThat(crashed.reservedThrough()).isGreaterThanOrEqualTo(CrashingHolder.LAST_TICK);
            assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                            .workerId())
                    .isEqualTo(1);
        }
    }

    @Test
    void createsATableWhateverTheCharsetOfTheHost(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:" + folder.resolve("uid");
        Process process = ChildJvm.builder(List.of("-Dfile.encoding=US-ASCII"), TableMaker.class, url)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor()).isZero();

        assertThat(new JdbcTemplate(new DriverManagerDataSource(url)).queryForList("SELECT * FROM " + TableMaker.TABLE))
                .isEmpty();
    }

    /** A process that creates a table whose name is not ASCII. */
    static final class TableMaker {
        static final String TABLE = "\"租约\"";

        public static void main(String[] url) {
            LeasedWorkerIds.on(JdbcLeaseStore.builder(new DriverManagerDataSource(url[0]))
                            .tableName(TABLE)
                            .build())
                    .workers();
        }
    }

    /** A process that crashes as soon as it has reserved ticks. */
    static final class CrashingHolder {
        static final int STATUS = 3;
        static final long LAST_TICK = 1_000_000_000;

        public static void main(String[] url) {
            LeasedWorkerIds.builder(JdbcLeaseStore.on(new SingleConnectionDataSource(url[0], true)))
                    .build()
                    .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT).withMaxBorrow(Duration.ofDays(20_000)))
                    .reserve(LAST_TICK);
            Runtime.getRuntime().halt(STATUS);
        }
    }

    @Test
    void looksForDisposableWorkerIdsInTheSchemaOfItsTable() {
        DataSource database = new DriverManagerDataSource("jdbc:h2:mem:schemaOfLeases;DB_CLOSE_DELAY=-1");
        new JdbcTemplate(database).execute("CREATE SCHEMA IDS");
        long disposable = DisposableWorkerIdAssigner.builder(database)
                .tableName("IDS.WORKER_NODE")
                .build()
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                .workerId();
        JdbcLeaseStore store =
                JdbcLeaseStore.builder(database).tableName("IDS.WORKER_LEASE").build();
        store.list(0, 9);

        assertThat(store.insert(new LeaseRow(disposable, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true)))
                .isFalse();
        assertThat(store.insert(new LeaseRow(disposable + 1, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true)))
                .isTrue();
    }

    @Test
    void takesNoNewWorkerIdThatAStartTakesMeanwhile() {
        DataSource database = new DriverManagerDataSource("jdbc:h2:mem:bothKinds;DB_CLOSE_DELAY=-1");
        DisposableWorkerIdAssigner disposable = new DisposableWorkerIdAssigner(database);
        disposable.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)); // worker id 1
        JdbcLeaseStore store = JdbcLeaseStore.on(database);
        store.list(0, 9);

        boolean isInserted = store.insertNew(2, 9, 2, workerId -> {
            disposable.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            return new LeaseRow(workerId, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true);
        });

        assertThat(isInserted).isFalse();
        assertThat(store.list(0, 9)).isEmpty();
    }

    @Test
    void takesNoNewWorkerIdWhereOthersAreFasterEachTime() {
        DataSource database = new DriverManagerDataSource("jdbc:h2:mem:faster;DB_CLOSE_DELAY=-1");
        JdbcLeaseStore store = JdbcLeaseStore.on(database);
        JdbcLeaseStore faster = JdbcLeaseStore.on(database);
        store.list(0, 99);
        Set<Long> lost = new HashSet<>();

        boolean isInserted = store.insertNew(0, 99, 0, workerId -> {
            faster.insert(new LeaseRow(workerId, 1, 2, 3, UidLayout.DEFAULT.text(), "faster", true));
            lost.add(workerId);
            return new LeaseRow(workerId, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true);
        });

        assertThat(isInserted).isFalse();
        assertThat(store.list(0, 99)).extracting(lease -> lease.row().holder()).containsOnly("faster");
        assertThat(store.list(0, 99))
                .extracting(lease -> lease.row().workerId())
                .containsExactlyInAnyOrderElementsOf(lost);
    }

    /** An administrator may have made the table where upper case equals lower case. */
    @Test
    void findsTheRowsOfAHolderByTheCaseOfItsName() {
        DataSource database = new DriverManagerDataSource("jdbc:h2:mem:caseOfHolders;DB_CLOSE_DELAY=-1");
        JdbcLeaseStore store = JdbcLeaseStore.on(database);
        store.list(0, 9);
        new JdbcTemplate(database).execute("ALTER TABLE WORKER_LEASE ALTER COLUMN HOLDER VARCHAR_IGNORECASE(128)");
        store.insert(new LeaseRow(1, 1, 2, 3, UidLayout.DEFAULT.text(), "orders", true));
        store.insert(new LeaseRow(2, 1, 2, 3, UidLayout.DEFAULT.text(), "Orders", true));

        assertThat(store.overview(0, 9, Optional.of("Orders")).own()).containsExactly(2L);
    }

    /** Another connection may lead to an embedded database that was opened again, without what was committed. */
    @Test
    void writesToTheDiskOnTheConnectionThatHasCommitted(@TempDir Path folder) {
        AtomicInteger connections = new AtomicInteger();
        DataSource counting =
                new DelegatingDataSource(
                        new DriverManagerDataSource("jdbc:h2:" + folder.resolve("uids") + ";WRITE_DELAY=10000")) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        connections.incrementAndGet();
                        return super.getConnection();
                    }
                };
        JdbcLeaseStore store = JdbcLeaseStore.on(counting);
        store.overview(0, 0, Optional.empty());
        int before = connections.get();

        assertThat(store.insert(new LeaseRow(1, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true)))
                .isTrue();

        assertThat(connections.get()).isEqualTo(before + 2); // the other one looks for WORKER_NODE
    }

    /** As that of H2 does, whose server goes away between the calls of a start. */
    @Test
    void saysThatTheDatabaseIsAwayWhereTheDriverThrowsAnExceptionOfItsOwn() {
        DataSource broken = new DelegatingDataSource(new DriverManagerDataSource("jdbc:h2:mem:broken")) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("getMetaData")) {
                                throw new IllegalStateException("Connection is broken");
                            }
                            return method.invoke(connection, arguments);
                        });
            }
        };

        assertThatThrownBy(() -> JdbcLeaseStore.on(broken).now())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Connection is broken");
    }
}
