package org.uidgenerator.jdbc.internal;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.jdbc.SqlDialect;

/**
 * What the driver says about a table. Without a schema, it is looked for in that of the connection, and may be in
 * another one.
 */
final class Catalogue {
    /**
     * Derby keeps what its driver asks as statements in a table, and sometimes compiles them again. Of two threads that
     * ask meanwhile, one may wait for a row that the other has locked, and that one for a monitor of the first. Derby
     * finds no such deadlock, and ends it by a lock timeout, after a minute by default.
     */
    private static final Lock DERBY = new ReentrantLock();

    private final Database database;

    Catalogue(Database database) {
        this.database = database;
    }

    /** Returns whether it is there, as a table and not as a view. */
    boolean has(TableName table) {
        return is(table, Place::hasTable);
    }

    /** Returns whether a table is there and two of its rows may have the same values in all these columns. */
    boolean allowsDuplicates(TableName table, List<String> columns) {
        return is(
                table,
                place -> !isWithin(columns, place.primaryKey())
                        && place.uniqueIndexes().stream().noneMatch(index -> isWithin(columns, index))
                        && place.hasTable());
    }

    private boolean is(TableName table, Question question) {
        String name = database.stored(table.table());
        String schema = table.schema().map(database::stored).orElse(null);
        boolean isDerby = database.productName().equals(SqlDialect.DERBY.productName());
        return database.askDriver(connection -> {
            Place place = Place.of(connection, schema, name);
            return isDerby ? isSoAlone(question, place) : question.isSo(place);
        });
    }

    private static boolean isSoAlone(Question question, Place place) throws SQLException {
        DERBY.lock();
        try {
            return question.isSo(place);
        } finally {
            DERBY.unlock();
        }
    }

    /** What is asked about a table. */
    private interface Question {
        boolean isSo(Place place) throws SQLException;
    }

    private static boolean isWithin(List<String> columns, Set<String> key) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(columns);
        return !key.isEmpty() && names.containsAll(key);
    }

    /** Where a driver finds the table. MySQL has databases, which are catalogs, and no schemas. */
    private record Place(
            DatabaseMetaData driver,
            @Nullable String catalog,
            @Nullable String schema,
            String table) {
        static Place of(Connection connection, @Nullable String schema, String table) throws SQLException {
            DatabaseMetaData driver = connection.getMetaData();
            if (!driver.supportsSchemasInTableDefinitions()) {
                return new Place(driver, schema != null ? schema : connection.getCatalog(), null, table);
            }
            return new Place(driver, connection.getCatalog(), schema != null ? schema : connection.getSchema(), table);
        }

        boolean hasTable() throws SQLException {
            String pattern = table.replace("_", driver.getSearchStringEscape() + "_");
            try (ResultSet tables = driver.getTables(catalog, schema, pattern, new String[] {"TABLE"})) {
                return tables.next();
            }
        }

        Set<String> primaryKey() throws SQLException {
            Set<String> columns = new HashSet<>();
            try (ResultSet rows = driver.getPrimaryKeys(catalog, schema, table)) {
                while (rows.next()) {
                    columns.add(rows.getString("COLUMN_NAME"));
                }
            }
            return columns;
        }

        /** Returns the columns of each. An expression is none of ours. */
        Collection<Set<String>> uniqueIndexes() throws SQLException {
            Map<String, Set<String>> columns = new HashMap<>();
            try (ResultSet rows = driver.getIndexInfo(catalog, schema, table, true, true)) {
                while (rows.next()) {
                    boolean isOfAllRows = rows.getString("FILTER_CONDITION") == null;
                    if (rows.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic && isOfAllRows) {
                        columns.computeIfAbsent(rows.getString("INDEX_NAME"), none -> new HashSet<>())
                                .add(String.valueOf(rows.getString("COLUMN_NAME")));
                    }
                }
            }
            return columns.values();
        }
    }
}
