package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Locale;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.number.GaplessNumbers;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Tables that a database empties when it stops or crashes, so that worker ids and numbers would come again. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class LostRowsTest {
    /** The tables. */
    private enum Table {
        WORKER_LEASE,
        WORKER_NODE,
        SEGMENT,
        GAPLESS_NUMBER;

        void use(DataSource pool) {
            LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);
            switch (this) {
                case WORKER_LEASE -> {
                    try (LeasedWorkerIds assigner = LeasedWorkerIds.on(JdbcLeaseStore.on(pool))) {
                        assigner.assignWorkerId(request);
                    }
                }
                case WORKER_NODE -> new DisposableWorkerIdAssigner(pool).assignWorkerId(request);
                case SEGMENT -> JdbcSegmentStore.on(pool).create("orders", 1);
                case GAPLESS_NUMBER -> {
                    GaplessNumbers numbers = GaplessNumbers.in(pool);
                    new TransactionTemplate(new DataSourceTransactionManager(pool))
                            .executeWithoutResult(status -> numbers.next("invoice"));
                }
            }
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                        arguments(PostgreSqlServer.shared(), "postgresql", "SET UNLOGGED", "SET LOGGED"),
                        arguments(MySqlServer.shared(), "mysql", "ENGINE = MEMORY", "ENGINE = InnoDB"),
                        arguments(MySqlServer.shared(), "mysql", "ENGINE = BLACKHOLE", "ENGINE = InnoDB"),
                        arguments(MariaDbServer.shared(), "mariadb", "ENGINE = MEMORY", "ENGINE = InnoDB"))
                .flatMap(server -> Stream.of(Table.values()).map(table -> {
                    Object[] of = server.get();
                    return arguments(of[0], of[1], of[2], of[3], table);
                }));
    }

    @ParameterizedTest(name = "{1} {2} {4}", autoCloseArguments = false) // other classes use the servers, too
    @MethodSource("cases")
    void areRefusedAndWorkAsAdvised(RealServer server, String kind, String loses, String keeps, Table table) {
        DataSource pool = new DriverManagerDataSource(server.url(server.newDatabase()));
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        String script = table.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + kind + ".sql";
        new ResourceDatabasePopulator(new ClassPathResource("org/uidgenerator/jdbc/" + script)).execute(pool);
        table.use(pool);
        jdbc.execute("ALTER TABLE " + table + " " + loses);

        assertThatThrownBy(() -> table.use(pool))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith(
                        "%s: the table loses its rows when the database stops or crashes, and ids would be given twice: ALTER TABLE %s %s",
                        table, table, keeps);

        jdbc.execute("ALTER TABLE " + table + " " + keeps);
        table.use(pool);
    }
}
