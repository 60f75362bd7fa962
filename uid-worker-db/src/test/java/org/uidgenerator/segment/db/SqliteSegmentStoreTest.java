package org.uidgenerator.segment.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class SqliteSegmentStoreTest extends JdbcSegmentStoreSuite {
    /** Each connection to memory has a database of its own. */
    @Override
    String newDatabaseUrl() {
        try {
            Path file = Files.createTempFile("segments", ".sqlite");
            file.toFile().deleteOnExit();
            return "jdbc:sqlite:" + file + "?busy_timeout=60000";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** They write one after the other, and each gives up after five seconds. */
    @Override
    protected int concurrentTakers() {
        return 20;
    }

    @Override
    boolean locksRows() {
        return false;
    }
}
