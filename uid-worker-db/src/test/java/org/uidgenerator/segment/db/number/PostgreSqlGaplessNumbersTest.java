package org.uidgenerator.segment.db.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.testing.PostgreSqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlGaplessNumbersTest extends GaplessNumbersSuite {
    PostgreSqlGaplessNumbersTest() {
        super("gapless-number-postgresql.sql");
    }

    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String shortLockTimeout() {
        return "SET LOCAL lock_timeout = '10ms'";
    }

    @Test
    void namesASnapshotThatIsStale() {
        committed("invoice");
        TransactionTemplate reader = new TransactionTemplate(transaction.getTransactionManager());
        reader.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

        assertThatThrownBy(() -> reader.execute(status -> {
                    jdbc.queryForList("SELECT * FROM INVOICE");
                    requiresNewTransaction().execute(inner -> gapless.next("invoice"));
                    return gapless.next("invoice");
                }))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no number of invoice from GAPLESS_NUMBER: " + STALE);
    }

    /** The transaction has failed, so it cannot be asked which of the two it is. */
    @Test
    void namesARightAndAPolicyOfWhichOneIsMissing() {
        jdbc.execute("CREATE ROLE secured LOGIN");
        jdbc.execute("GRANT SELECT, INSERT, UPDATE ON GAPLESS_NUMBER TO secured");
        jdbc.execute("ALTER TABLE GAPLESS_NUMBER ENABLE ROW LEVEL SECURITY");
        DataSource asUser = new DriverManagerDataSource(pool.getJdbcUrl().replace("user=postgres", "user=secured"));
        GaplessNumbers numbers = GaplessNumbers.in(asUser);
        TransactionTemplate ofUser = new TransactionTemplate(new JdbcTransactionManager(asUser));

        try {
            assertThatThrownBy(() -> ofUser.execute(status -> numbers.next("invoice")))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageContaining(
                            "; the database user may not INSERT: an administrator has to run GRANT SELECT, INSERT, UPDATE ON GAPLESS_NUMBER TO <user>"
                                    + "; if it has these rights, row-level security refuses that: an administrator has to run CREATE POLICY"
                                    + " UID_GENERATOR ON GAPLESS_NUMBER TO <user> USING (TRUE) WITH CHECK (TRUE); if the table is missing, ");

            jdbc.execute("CREATE POLICY UID_GENERATOR ON GAPLESS_NUMBER TO secured USING (TRUE) WITH CHECK (TRUE)");
            assertThat(ofUser.<Long>execute(status -> numbers.next("invoice"))).isEqualTo(1);
        } finally {
            jdbc.execute("DROP TABLE GAPLESS_NUMBER");
            jdbc.execute("DROP ROLE secured");
        }
    }
}
