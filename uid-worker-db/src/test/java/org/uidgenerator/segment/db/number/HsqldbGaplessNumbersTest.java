package org.uidgenerator.segment.db.number;

import org.junit.jupiter.api.Tag;

@Tag("proof")
class HsqldbGaplessNumbersTest extends GaplessNumbersSuite {
    HsqldbGaplessNumbersTest() {
        super("gapless-number-hsqldb.sql");
    }

    @Override
    String newDatabaseUrl() {
        return "jdbc:hsqldb:mem:gaplessNumbers";
    }

    @Override
    String shortLockTimeout() {
        throw new UnsupportedOperationException();
    }

    /** HSQLDB waits until the other transaction ends. */
    @Override
    void namesALockTimeout() {}

    /** HSQLDB locks the whole table, so one of the two waits before it has its first number. */
    @Override
    void namesADeadlock() {}
}
