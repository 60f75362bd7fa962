package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

class WorkersCommandTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final List<LeasedWorkerIds> assigners = new ArrayList<>();
    private String url;
    private DriverManagerDataSource database;

    @BeforeEach
    void openADatabase() {
        url = "jdbc:h2:mem:workers-" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
        database = new DriverManagerDataSource(url);
    }

    @AfterEach
    void closeTheDatabase() {
        assigners.forEach(LeasedWorkerIds::close);
        new JdbcTemplate(database).execute("SHUTDOWN");
    }

    private WorkerLease start(String holder) {
        LeasedWorkerIds assigner = LeasedWorkerIds.builder(JdbcLeaseStore.on(database))
                .holder(holder)
                .build();
        assigners.add(assigner);
        return assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
    }

    private CommandLineRun workers(String... options) {
        List<String> args = new ArrayList<>(List.of("workers", "--jdbc-url", url));
        args.addAll(List.of(options));
        return CommandLineRun.of(Path.of(""), args.toArray(String[]::new));
    }

    private void edit(String column, long workerId, long value) {
        new JdbcTemplate(database)
                .update(
                        "UPDATE WORKER_LEASE SET " + column + " = ? WHERE NAMESPACE = 'default' AND WORKER_ID = ?",
                        value,
                        workerId);
    }

    @Test
    void listsWhoHasWhichWorkerId() {
        start("orders-0");
        start("pay \u00e9\u001b[2J").release(0);
        start("crashed");
        start("far");
        edit("RESERVED_THROUGH", 2, 1_000);
        edit("RESERVED_THROUGH", 3, Long.MAX_VALUE);

        CommandLineRun run = workers();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        String moment = "20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
        assertThat(run.lines()).hasSize(6);
        assertThat(run.lines().get(0)).matches("worker id  state       holder     since {17}age +reserved until");
        assertThat(run.lines().get(1)).matches("0          in use      orders-0   " + moment + "  PT\\d+S +" + moment);
        assertThat(run.lines().get(2))
                .matches("1          given back  pay \u00e9\\?\\[2J  " + moment + "  PT\\d+S +" + moment);
        assertThat(run.lines().get(3))
                .matches("2          expired     crashed    " + moment + "  PT\\d+S +2026-01-01T00:16:41Z");
        assertThat(run.lines().get(4)).matches("3          in use      far        " + moment + "  PT\\d+S +for ever");
        assertThat(run.lines().get(5)).matches("store identity default/\\d{12} \\(made at 20\\S+Z by orders-0\\)");
    }

    @Test
    void listsForPrograms() {
        WorkerLease lease = start("orders-0");

        CommandLineRun run = workers("--json");

        assertThat(run.lines()).hasSize(1);
        JsonObject worker = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(worker.keySet())
                .containsExactly(
                        "identity",
                        "namespace",
                        "workerId",
                        "state",
                        "holder",
                        "term",
                        "acquired",
                        "modified",
                        "ageSeconds",
                        "reservedThrough",
                        "reservedUntil",
                        "aheadSeconds");
        assertThat(worker.get("identity").getAsString())
                .isEqualTo(lease.state().identity().orElseThrow());
        assertThat(worker.get("namespace").getAsString()).isEqualTo("default");
        assertThat(worker.get("workerId").getAsLong()).isZero();
        assertThat(worker.get("state").getAsString()).isEqualTo("in use");
        assertThat(worker.get("holder").getAsString()).isEqualTo("orders-0");
        assertThat(worker.get("term").getAsString())
                .isEqualTo(Long.toString(lease.state().term().orElseThrow()));
        assertThat(worker.get("reservedThrough").getAsString())
                .isEqualTo(Long.toString(lease.state().reservedThrough()));
        assertThat(Instant.parse(worker.get("reservedUntil").getAsString())).isAfter(Instant.now());
        assertThat(worker.get("ageSeconds").getAsLong()).isBetween(0L, 60L);
        assertThat(worker.get("aheadSeconds").getAsLong()).isBetween(500L, 600L);
    }

    @Test
    void saysWhatItWouldFreeAndDoesNothingUntilItIsSure() {
        WorkerLease lease = start("orders-0");

        CommandLineRun run = workers("--free", "0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0))
                .matches("worker id 0 is held by orders-0 \\(in use\\), which reserved ticks until \\S+Z and wrote that"
                        + " PT\\d+S ago");
        assertThat(run.lines().subList(1, 3))
                .containsExactly(
                        "The next holder starts above all that this one can have reserved, ahead of the clock if necessary.",
                        "WARNING: a holder that is alive loses the worker id and takes another one. No UID is issued twice.");
        assertThat(run.err()).isEqualTo("uid: worker id 0 is not freed: add --yes to free it\n");
        assertThat(workers().lines().get(1)).startsWith("0          in use");
        lease.reserve(lease.state().reservedThrough() + 1);
    }

    @Test
    void freesAWorkerId() {
        start("orders-0");

        CommandLineRun run = workers("--free", "0", "--yes");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).hasSize(4);
        assertThat(run.lines().get(3))
                .matches("worker id 0 is free, its next holder starts at \\S+Z or now, whichever is later");
        assertThat(workers().lines().get(1)).startsWith("0          given back  orders-0");
    }

    @Test
    void freesNoWorkerIdThatHasNoHolder() {
        start("orders-0").release(0);

        assertThat(workers("--free", "0", "--yes"))
                .isEqualTo(new CommandLineRun(1, "", "uid: worker id 0 is free: orders-0 has given it back\n"));
        assertThat(workers("--free", "7", "--yes"))
                .isEqualTo(new CommandLineRun(1, "", "uid: worker id 7 was never taken\n"));
    }

    @Test
    void listsTheNamespaceThatIsWanted() {
        start("orders-0");

        assertThat(workers("--namespace", "other").lines()).hasSize(1);
    }

    @Test
    void createsNoTable() {
        new JdbcTemplate(database).execute("CREATE TABLE ORDERS (ID BIGINT)");

        CommandLineRun run = workers();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("uid: no worker id from WORKER_LEASE: the table is missing; create it with"
                        + " sql/worker-lease-h2.sql\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";IFEXISTS=TRUE", ";PASSWORD=secret;ifexists=true"})
    void createsNoDatabase(String settings, @TempDir Path folder) {
        String url = "jdbc:h2:" + folder.resolve("typo");

        CommandLineRun run = CommandLineRun.of(folder, "workers", "--jdbc-url", url + settings);

        assertThat(run).isEqualTo(new CommandLineRun(1, "", "uid: there is no database " + url + "\n"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        assertThat(workers("--yes").err()).startsWith("uid: Error: Missing required argument(s): --free=<id>");
        assertThat(workers("--json", "--free=7").err()).contains("are mutually exclusive");
        assertThat(CommandLineRun.of(Path.of(""), "workers").err())
                .startsWith("uid: Missing required option: '--jdbc-url=<url>'");
    }
}
