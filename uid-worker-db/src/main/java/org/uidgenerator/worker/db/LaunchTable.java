package org.uidgenerator.worker.db;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.PreparedStatementCreatorFactory;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;

/** The table of launches: one row per launch, and its generated key is the worker id. */
final class LaunchTable {
    static final String STANDARD_NAME = "WORKER_NODE";

    private static final String KEY = "ID";

    /** The generated key is read. */
    static final SqlTable.Kind KIND = new SqlTable.Kind(
            STANDARD_NAME,
            List.of(KEY),
            List.of("HOST_NAME", "PORT", "TYPE", "LAUNCH_DATE", "MODIFIED", "CREATED"),
            "SELECT, INSERT",
            "no worker id");

    private final SqlTable table;
    private final Database database;

    LaunchTable(SqlTable table) {
        this.table = table;
        this.database = table.database();
    }

    /** Adds a row, for good once this returns, and returns its generated key. Creates the table if there is none. */
    long insert(WorkerNode node) {
        return table.creatingOnDemand(() -> database.write(() -> {
            GeneratedKeyHolder keys = new GeneratedKeyHolder();
            List<?> values = List.of(node.hostName(), node.port(), node.type());
            database.jdbc().update(insert().newPreparedStatementCreator(values), keys);
            return generatedKey(keys);
        }));
    }

    /** The database's date and time: those of the clients may differ. */
    private PreparedStatementCreatorFactory insert() {
        PreparedStatementCreatorFactory insert = new PreparedStatementCreatorFactory(
                "INSERT INTO " + table + " (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED)"
                        + " VALUES (?, ?, ?, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
                Types.VARCHAR,
                Types.VARCHAR,
                Types.INTEGER);
        insert.setGeneratedKeysColumnNames(database.stored(KEY)); // some drivers quote it
        return insert;
    }

    /**
     * Returns the date of the first launch, such as {@code 2018-06-01}, as far as it can be read: a user may have the
     * right to insert alone. The database writes it, as drivers write digits of their locale.
     */
    Optional<String> firstDate() {
        try {
            return database.read(() -> Optional.ofNullable(database.jdbc()
                    .queryForObject("SELECT CAST(MIN(LAUNCH_DATE) AS CHAR(10)) FROM " + table, String.class)));
        } catch (DataAccessException | TransactionException e) {
            return Optional.empty();
        }
    }

    private long generatedKey(GeneratedKeyHolder keys) {
        return keys.getKeyList().stream()
                .flatMap(row -> row.values().stream())
                .filter(Number.class::isInstance)
                .map(key -> ((Number) key).longValue())
                .findFirst()
                .orElseThrow(() -> new UidGenerateException(String.format(
                        Locale.ROOT, "column ID of %s must be auto-increment: the database generated no key", table)));
    }
}
