package org.uidgenerator.segment.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SqliteSegmentStoreTest extends JdbcSegmentStoreSuite {
    /** Each connection to memory has a database of its own. */
    @Override
    String newDatabaseUrl() {
        try {
            Path file = Files.createTempFile("segments", ".sqlite");
            file.toFile().deleteOnExit();
            return "jdbc:sqlite:" + file + "?busy_timeout=60000"; // 200 callers write one after the other
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
