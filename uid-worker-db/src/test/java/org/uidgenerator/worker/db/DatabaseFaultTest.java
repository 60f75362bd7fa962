package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.worker.LeaseRequest;

/** A start whose server crashes, restarts or hangs. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT)
class DatabaseFaultTest {
    static Stream<Arguments> servers() {
        Supplier<RealServer> postgreSql = PostgreSqlServer::new;
        Supplier<RealServer> mariaDb = MariaDbServer::new;
        Supplier<RealServer> mySql = MySqlServer::new;
        return Stream.of(
                Arguments.of("PostgreSQL", postgreSql), Arguments.of("MariaDB", mariaDb), Arguments.of("MySQL", mySql));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void givesNoWorkerIdTwiceWhateverTheServerGoesThrough(String name, Supplier<RealServer> newServer) {
        try (RealServer server = newServer.get()) {
            server.start();
            DriverManagerDataSource dataSource =
                    new DriverManagerDataSource(server.url(server.newDatabase(), RealServer.TIMEOUT));
            long first = start(dataSource);

            server.kill9();
            assertThatThrownBy(() -> start(dataSource)).isInstanceOf(UidGenerateException.class);
            server.start();
            long afterCrash = start(dataSource);

            server.restart();
            long afterRestart = start(dataSource);

            server.pause();
            assertThatThrownBy(() -> start(dataSource))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("no worker id from WORKER_NODE: ");
            server.resume();
            long afterPause = start(dataSource);

            assertThat(new JdbcTemplate(dataSource).queryForList("SELECT ID FROM WORKER_NODE ORDER BY ID", Long.class))
                    .containsExactly(first, afterCrash, afterRestart, afterPause);
        }
    }

    private static long start(DriverManagerDataSource dataSource) {
        return DisposableWorkerIdAssigner.builder(dataSource)
                .tableCreation(TableCreation.ALWAYS)
                .build()
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                .workerId();
    }
}
