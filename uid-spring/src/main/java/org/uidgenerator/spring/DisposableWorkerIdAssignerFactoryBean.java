package org.uidgenerator.spring;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/**
 * Makes a {@link DisposableWorkerIdAssigner} bean that finds its data source by itself. Needs {@code uid-worker-db} on
 * the class path. A property that is not set keeps the default of the assigner's builder. The database is not asked
 * before a generator is made.
 */
public final class DisposableWorkerIdAssignerFactoryBean
        extends BuilderFactoryBean<DisposableWorkerIdAssigner, DisposableWorkerIdAssigner.Builder> {
    private @Nullable DataSource dataSource;

    /** Makes a factory bean without properties. */
    public DisposableWorkerIdAssignerFactoryBean() {
        super(DisposableWorkerIdAssigner.class, made -> null);
    }

    /**
     * Sets where the table is.
     *
     * @param dataSource the data source, default the only {@link DataSource} bean of the context, the primary one, or
     *     the one named {@code dataSource}
     */
    public void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Names the table.
     *
     * @param tableName as for {@link DisposableWorkerIdAssigner.Builder#tableName}
     */
    public void setTableName(String tableName) {
        set(builder -> builder.tableName(tableName));
    }

    /**
     * Sets on which databases the table is created when it is missing.
     *
     * @param tableCreation as for {@link DisposableWorkerIdAssigner.Builder#tableCreation}
     */
    public void setTableCreation(TableCreation tableCreation) {
        set(builder -> builder.tableCreation(tableCreation));
    }

    /**
     * Describes the database.
     *
     * @param dialect as for {@link DisposableWorkerIdAssigner.Builder#dialect}
     */
    public void setDialect(SqlDialect dialect) {
        set(builder -> builder.dialect(dialect));
    }

    @Override
    DisposableWorkerIdAssigner make() {
        DataSource source = setOrFound(dataSource, "dataSource", DataSource.class);
        return configure(DisposableWorkerIdAssigner.builder(source), (builder, name) -> {})
                .build();
    }
}
