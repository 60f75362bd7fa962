package org.uidgenerator.jdbc;

import java.util.Objects;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;

/**
 * The options of all that is kept in a table. A builder is for one thread. Every option is checked in {@code build()}.
 *
 * @param <B> the builder itself
 */
public abstract class TableBuilder<B extends TableBuilder<B>> {
    private final DataSource dataSource;
    private @Nullable String tableName;
    private @Nullable SqlDialect dialect;

    /** Where the table is created if it is missing; embedded databases if this is null. */
    protected @Nullable TableCreation tableCreation = TableCreation.EMBEDDED;

    /**
     * Starts with the defaults.
     *
     * @param dataSource where the table is
     */
    protected TableBuilder(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /**
     * Names the table. The database treats its case as that of any other, unless it is quoted.
     *
     * @param tableName letters, digits, {@code _} and {@code $}, not starting with a digit or {@code $}, or in the
     *     quotes of the database; a schema, which for MySQL and MariaDB is the database, and a dot may stand before it.
     *     The schema must exist. Default is the name in the scripts, or that of the columns if these can be chosen
     * @return this
     */
    public B tableName(String tableName) {
        this.tableName = Objects.requireNonNull(tableName, "tableName");
        return self();
    }

    /**
     * Sets on which databases the table is created when it is missing.
     *
     * @param tableCreation default {@link TableCreation#EMBEDDED}
     * @return this
     */
    protected B tableCreation(TableCreation tableCreation) {
        this.tableCreation = Objects.requireNonNull(tableCreation, "tableCreation");
        return self();
    }

    /**
     * Describes the database.
     *
     * @param dialect default that of the product that the driver names
     * @return this
     */
    public B dialect(SqlDialect dialect) {
        this.dialect = Objects.requireNonNull(dialect, "dialect");
        return self();
    }

    @SuppressWarnings("unchecked") // B is the builder itself
    private B self() {
        return (B) this;
    }

    /**
     * Returns the table. The database is not asked yet.
     *
     * @param kind the kind of the table
     * @param standardName the name of the table unless it is set
     * @param database reaches the database behind a data source, by a dialect or, if that is null, that of the product
     * @return the table
     * @throws IllegalArgumentException if its name is no SQL identifier
     */
    protected SqlTable table(
            SqlTable.Kind kind, String standardName, BiFunction<DataSource, @Nullable SqlDialect, Database> database) {
        return new SqlTable(
                kind,
                TableName.of(Objects.requireNonNullElse(tableName, standardName)),
                Objects.requireNonNullElse(tableCreation, TableCreation.EMBEDDED),
                database.apply(dataSource, dialect));
    }
}
