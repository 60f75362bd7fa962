package org.uidgenerator.jdbc.internal;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlPiece;

/**
 * The answers of the driver to questions about a table. Without a schema, it is looked for in that of the connection,
 * and may be in another one.
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

    /** Returns whether it is there under exactly this name, as a table and not as a view. */
    boolean has(TableName table) {
        return ask(table, Place::hasTable);
    }

    /** Returns whether a table is there and two of its rows may have the same values in all these columns. */
    boolean allowsDuplicates(TableName table, List<String> columns) {
        return ask(
                table,
                place -> !isWithin(columns, place.primaryKey())
                        && place.uniqueIndexes().stream().noneMatch(index -> isWithin(columns, index))
                        && place.hasTable());
    }

    /** Returns those of the columns that a table lacks; none if it is not there. */
    List<String> lacking(TableName table, List<String> columns) {
        return ask(table, place -> {
            Set<String> found = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            found.addAll(place.columns());
            List<String> lacking = new ArrayList<>(columns);
            lacking.removeAll(found.isEmpty() ? columns : found);
            return lacking;
        });
    }

    /** Finds a table whose name differs in the case of letters only, and returns its name as it stands in SQL. */
    Optional<String> inOtherCase(TableName table) {
        return ask(table, place -> {
            String quote = place.driver().getIdentifierQuoteString();
            for (String name : place.tables("_".repeat(place.table().length()))) {
                if (name.equalsIgnoreCase(place.table()) && !name.equals(place.table())) {
                    String written = database.stored(name).equals(name) ? name : quote + name + quote;
                    return Optional.of(table.beside(written).toString());
                }
            }
            return Optional.empty();
        });
    }

    /** Returns whether the database user may read all tables of the schema, so that the driver lists them all. */
    boolean isComplete(TableName table) {
        Optional<String> grants = database.dialect().sql(SqlPiece.GRANTS);
        if (grants.isEmpty()) {
            return false;
        }
        String schema = ask(table, place -> String.valueOf(place.catalog()));
        String places = "(\\*|`" + Pattern.quote(schema) + "`)\\.\\*";
        Pattern all = Pattern.compile("GRANT (ALL PRIVILEGES|([^()]*, )?SELECT(, [^()]*)?) ON " + places + " .*");
        return database.read(() -> database.jdbc().queryForList(grants.get(), String.class)).stream()
                .anyMatch(grant -> all.matcher(grant.replace("\\", "")).matches());
    }

    /** Finds what a query of the dialect says about a table, by its schema and its name; none if it finds nothing. */
    Optional<String> find(SqlPiece query, TableName table) {
        return database.dialect()
                .sql(query)
                .flatMap(sql -> database
                        .jdbc()
                        .queryForList(sql, String.class, ask(table, Place::namespace), database.stored(table.table()))
                        .stream()
                        .findFirst());
    }

    private <T> T ask(TableName table, Question<T> question) {
        String name = database.stored(table.table());
        String schema =
                table.schema().isPresent() ? database.stored(table.schema().get()) : null;
        boolean isDerby = database.productName().equals(SqlDialect.DERBY.productName());
        Lock alone = isDerby ? DERBY : new ReentrantLock();
        return database.askDriver(connection -> {
            alone.lock();
            try {
                return question.of(Place.of(connection, schema, name));
            } finally {
                alone.unlock();
            }
        });
    }

    private interface Question<T> {
        T of(Place place) throws SQLException;
    }

    private static boolean isWithin(List<String> columns, Set<String> key) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(columns);
        return !key.isEmpty() && names.containsAll(key);
    }

    /** The place where a driver finds the table. MySQL has databases, which are catalogs, and no schemas. */
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
            return new Place(driver, connection.getCatalog(), schema != null ? schema : schemaOf(connection), table);
        }

        /** Returns null, which is any schema, if a wrapper of the connection does not say it, as that of JTA. */
        private static @Nullable String schemaOf(Connection connection) {
            try {
                return connection.getSchema();
            } catch (SQLException e) {
                return null;
            }
        }

        String namespace() {
            return String.valueOf(schema != null ? schema : catalog);
        }

        boolean hasTable() throws SQLException {
            return tables(table).contains(table);
        }

        /** Returns tables. An underscore is any character: MySQL with NO_BACKSLASH_ESCAPES does not know its escape. */
        Set<String> tables(String pattern) throws SQLException {
            return names(driver.getTables(catalog, schema, pattern, new String[] {"TABLE"}), "TABLE_NAME", "");
        }

        Set<String> columns() throws SQLException {
            return names(driver.getColumns(catalog, schema, table, "%"), "COLUMN_NAME", table);
        }

        /** Returns the names in a column of rows, of one table if it has a name. */
        private static Set<String> names(ResultSet found, String column, String table) throws SQLException {
            Set<String> names = new HashSet<>();
            try (found) {
                while (found.next()) {
                    if (table.isEmpty() || table.equals(found.getString("TABLE_NAME"))) {
                        names.add(found.getString(column));
                    }
                }
            }
            return names;
        }

        Set<String> primaryKey() throws SQLException {
            return names(driver.getPrimaryKeys(catalog, schema, table), "COLUMN_NAME", "");
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
