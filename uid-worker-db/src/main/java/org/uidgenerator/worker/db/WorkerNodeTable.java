package org.uidgenerator.worker.db;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.PreparedStatementCreatorFactory;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.uidgenerator.UidGenerateException;

/** The table of launches: one row per launch, and its generated key is the worker id. */
final class WorkerNodeTable {
    static final String STANDARD_NAME = "WORKER_NODE";
    static final String RIGHTS = "SELECT, INSERT"; // the generated key is read

    private final WorkerTable table;
    private final PreparedStatementCreatorFactory insert;

    WorkerNodeTable(WorkerTable table) {
        this.table = table;
        // The database's date and time: those of the clients may differ.
        insert = new PreparedStatementCreatorFactory(
                "INSERT INTO " + table + " (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED)"
                        + " VALUES (?, ?, ?, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
                Types.VARCHAR,
                Types.VARCHAR,
                Types.INTEGER);
        // Lower case: PostgreSQL's driver quotes it, the others ignore its case.
        insert.setGeneratedKeysColumnNames("id");
    }

    /** Adds a row, for good once this returns, and returns its generated key. Creates the table if there is none. */
    long insert(WorkerNode node) {
        return table.creatingOnDemand(() -> table.write(() -> {
            GeneratedKeyHolder keys = new GeneratedKeyHolder();
            List<?> values = List.of(node.hostName(), node.port(), node.type().code());
            table.jdbc().update(insert.newPreparedStatementCreator(values), keys);
            return generatedKey(keys);
        }));
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
