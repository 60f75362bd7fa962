package org.uidgenerator.jdbc;

import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The options of all that is kept in a table. A builder is for one thread. Every option is checked in {@code build()}.
 *
 * @param <B> the builder itself
 */
public abstract class TableBuilder<B extends TableBuilder<B>> {
    /** The database with the table. */
    protected final DataSource dataSource;

    /** The dialect, or null for that of the product. */
    protected @Nullable SqlDialect dialect;

    /** The databases on which a missing table is created; embedded databases if this is null. */
    protected @Nullable TableCreation tableCreation = TableCreation.EMBEDDED;

    private @Nullable String tableName;

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
     * Returns the name of the table.
     *
     * @param standardName its name unless it is set
     * @return the name
     */
    protected String tableNameOr(String standardName) {
        return Objects.requireNonNullElse(tableName, standardName);
    }

    /** {@return on which databases the table is created: embedded ones unless that is set} */
    protected TableCreation creation() {
        return Objects.requireNonNullElse(tableCreation, TableCreation.EMBEDDED);
    }
}
