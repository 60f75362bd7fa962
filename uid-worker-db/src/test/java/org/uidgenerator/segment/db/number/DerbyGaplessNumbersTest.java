package org.uidgenerator.segment.db.number;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;

@Tag("proof")
class DerbyGaplessNumbersTest extends GaplessNumbersSuite {
    DerbyGaplessNumbersTest() {
        super("gapless-number-derby.sql");
    }

    @Override
    String newDatabaseUrl() {
        return "jdbc:derby:memory:gaplessNumbers;create=true";
    }

    /** By default Derby looks for deadlocks after 20 seconds. */
    @BeforeAll
    @Override
    void connect() {
        super.connect();
        jdbc.execute(property("derby.locks.deadlockTimeout", 1));
    }

    /** The script runs once. */
    @BeforeEach
    @Override
    void begin() {
        try {
            jdbc.execute("DROP TABLE GAPLESS_NUMBER");
        } catch (BadSqlGrammarException | UncategorizedSQLException missing) {
            // Derby knows no IF EXISTS.
        }
        super.begin();
        jdbc.execute(property("derby.locks.waitTimeout", 60));
    }

    /** Of the whole database. */
    @Override
    String shortLockTimeout() {
        return property("derby.locks.waitTimeout", 1);
    }

    private static String property(String name, int value) {
        return "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('" + name + "', '" + value + "')";
    }
}
