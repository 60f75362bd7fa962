package org.uidgenerator.segment.db.number;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
}
