package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Tag("proof")
class DerbySegmentStoreTest extends JdbcSegmentStoreSuite {
    private static final String RECOMPILING = "jdbc:derby:memory:recompiling";

    /** Longer than a store repeats what was kept from its locks, so that none waits for it unseen. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    @Override
    String newDatabaseUrl() {
        return "jdbc:derby:memory:segmentStore;create=true";
    }

    /** The driver's own statements, among them. */
    @Test
    void startsManyAtTheSameTimeWhileDerbyCompilesItsStatementsAgain() throws Exception {
        openWhereStatementsAreCompiledOften();
        try (HikariDataSource connections = newPool(RECOMPILING, true, 10)) {
            startManyAtTheSameTime(connections, 50);
        } finally {
            end("drop");
        }
    }

    /** Derby looks after every fifth use of a statement, instead of every hundredth, whether its tables have grown. */
    private static void openWhereStatementsAreCompiledOften() {
        JdbcTemplate derby = new JdbcTemplate(new DriverManagerDataSource(RECOMPILING + ";create=true"));
        set(derby, "derby.language.stalePlanCheckInterval", 5);
        set(derby, "derby.locks.waitTimeout", LOCK_TIMEOUT.toSeconds());
        end("shutdown"); // the first property is read when a database is opened
    }

    private static void set(JdbcTemplate derby, String property, long value) {
        derby.update("CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY(?, ?)", property, Long.toString(value));
    }

    /** Derby says by an exception that it has done so. */
    private static void end(String how) {
        assertThatThrownBy(() -> DriverManager.getConnection(RECOMPILING + ";" + how + "=true")
                        .close())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(how.equals("drop") ? "dropped" : "shutdown");
    }
}
