package org.uidgenerator.segment.db.number;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** SQLite has one writer, who has begun to write before others read. */
@Tag("proof")
class SqliteGaplessNumbersTest extends GaplessNumbersSuite {
    SqliteGaplessNumbersTest() {
        super("gapless-number-sqlite.sql");
    }

    @Override
    String newDatabaseUrl() {
        try {
            Path file = Files.createTempFile("gapless", ".sqlite");
            file.toFile().deleteOnExit();
            return "jdbc:sqlite:" + file + "?busy_timeout=60000";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    String shortLockTimeout() {
        return "PRAGMA busy_timeout = 10";
    }

    /** The one that has read keeps the other from committing. */
    @Override
    void countsRightOrNotAtAllInATransactionThatHasReadBefore(int isolation) {}

    /** The second one waits before it has its first number. */
    @Override
    void namesADeadlock() {}
}
