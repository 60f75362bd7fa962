package org.uidgenerator.worker.db;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The database behind a connection, as its driver describes it.
 *
 * @param productName such as {@code PostgreSQL}
 * @param dialect its dialect, or empty if it is not one of the supported databases
 * @param embedded whether it runs in this process
 */
record Database(String productName, Optional<Dialect> dialect, boolean embedded) {

    static Database of(Connection connection) throws SQLException {
        DatabaseMetaData driver = connection.getMetaData();
        Optional<Dialect> dialect = Dialect.of(driver.getDatabaseProductName());
        String url = driver.getURL();
        boolean embedded = url != null && dialect.isPresent() && dialect.get().isEmbedded(url);
        return new Database(driver.getDatabaseProductName(), dialect, embedded);
    }
}
