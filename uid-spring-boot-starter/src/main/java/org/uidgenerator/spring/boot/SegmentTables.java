package org.uidgenerator.spring.boot;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.SegmentStoreException;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.segment.db.SegmentTable;

/** Makes counters in tables; a class of its own, since uid-segment-db may be absent. */
final class SegmentTables {
    private static final Pattern EMBEDDED = Pattern.compile("jdbc:h2:(?!tcp:|ssl:).*");

    private final SegmentProperties properties;
    private final SegmentTags tags;
    private final CounterStores stores;

    SegmentTables(SegmentProperties properties, SegmentTags tags, CounterStores stores) {
        this.properties = properties;
        this.tags = tags;
        this.stores = stores;
    }

    SegmentTable jdbc() {
        DataSource dataSource = (DataSource) stores.take(CounterStore.JDBC, Segments.STORE);
        SegmentColumns columns = columns();
        SegmentTable table = new SegmentTable(dataSource, columns, properties.unknownTags());
        createIfMissing(table, new JdbcTemplate(dataSource));
        tags.createIn(table, table::create);
        return table;
    }

    private SegmentColumns columns() {
        SegmentColumns columns = switch (properties.tableKind()) {
            case STANDARD -> SegmentColumns.STANDARD;
            case LEAF -> SegmentColumns.LEAF;
            case TINY_ID -> SegmentColumns.TINY_ID;
        };
        return properties.tableName() == null ? columns : columns.in(properties.tableName());
    }

    /** Looks first: a user that may not create tables may use one that is there. */
    private void createIfMissing(SegmentTable table, JdbcTemplate jdbc) {
        try {
            if (isWanted(table, jdbc)) {
                create(table, jdbc);
            }
        } catch (SegmentStoreException | DataAccessException e) {
            Throwable said = e.getCause() == null ? e : e.getCause();
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no counters in %s: %s", table, said.getMessage()), e);
        }
    }

    private void create(SegmentTable table, JdbcTemplate jdbc) {
        try {
            table.createTable();
        } catch (SegmentStoreException e) { // possibly because others have created it meanwhile
            if (isWanted(table, jdbc)) {
                throw e;
            }
        }
    }

    private boolean isWanted(SegmentTable table, JdbcTemplate jdbc) {
        return Boolean.TRUE.equals(jdbc.execute(
                (Connection connection) -> mayCreateIn(connection) && !isThere(connection, table.toString())));
    }

    private boolean mayCreateIn(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        return switch (properties.tableCreation()) {
            case ALWAYS -> true;
            case EMBEDDED -> url != null && EMBEDDED.matcher(url).matches();
            case NEVER -> false;
        };
    }

    private static boolean isThere(Connection connection, String table) throws SQLException {
        DatabaseMetaData catalogue = connection.getMetaData();
        int dot = table.indexOf('.');
        String schema = dot < 0 ? connection.getSchema() : stored(catalogue, table.substring(0, dot));
        String name = stored(catalogue, table.substring(dot + 1));
        boolean schemaIsCatalog = connection.getSchema() == null; // MySQL and MariaDB
        try (ResultSet found = catalogue.getTables(
                schemaIsCatalog && dot >= 0 ? schema : connection.getCatalog(),
                schemaIsCatalog ? null : schema,
                name,
                null)) {
            return found.next();
        }
    }

    /** Returns a name as the catalogue has it, since ours are not quoted. */
    private static @Nullable String stored(DatabaseMetaData catalogue, String name) throws SQLException {
        if (catalogue.storesUpperCaseIdentifiers()) {
            return name.toUpperCase(Locale.ROOT);
        }
        return catalogue.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
    }
}
