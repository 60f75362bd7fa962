package org.uidgenerator.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/**
 * Makes a {@link DisposableWorkerIdAssigner} bean that finds its data source by itself. Needs {@code uid-worker-db} on
 * the class path. A property that is not set keeps the default of the assigner's builder. The database is not asked
 * before a generator is made.
 */
public final class DisposableWorkerIdAssignerFactoryBean
        implements FactoryBean<DisposableWorkerIdAssigner>, BeanNameAware, BeanFactoryAware, InitializingBean {
    private final List<Consumer<DisposableWorkerIdAssigner.Builder>> options = new ArrayList<>();
    private @Nullable DataSource dataSource;
    private @Nullable String beanName;
    private @Nullable ConfigurableListableBeanFactory beanFactory;
    private @Nullable DisposableWorkerIdAssigner assigner;

    /** Makes a factory bean without properties. */
    public DisposableWorkerIdAssignerFactoryBean() {}

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
        options.add(builder -> builder.tableName(tableName));
    }

    /**
     * Sets on which databases the table is created when it is missing.
     *
     * @param tableCreation as for {@link DisposableWorkerIdAssigner.Builder#tableCreation}
     */
    public void setTableCreation(TableCreation tableCreation) {
        options.add(builder -> builder.tableCreation(tableCreation));
    }

    /**
     * Describes the database.
     *
     * @param dialect as for {@link DisposableWorkerIdAssigner.Builder#dialect}
     */
    public void setDialect(SqlDialect dialect) {
        options.add(builder -> builder.dialect(dialect));
    }

    /**
     * Keeps the bean's name. Called by the container.
     *
     * @param beanName the name
     */
    @Override
    public void setBeanName(String beanName) {
        this.beanName = beanName;
    }

    /**
     * Keeps the bean factory. Called by the container.
     *
     * @param beanFactory the bean factory
     */
    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    /**
     * Makes the assigner. Called by the container.
     *
     * @throws IllegalArgumentException if the name of the table is not a plain SQL identifier
     * @throws IllegalStateException if no {@code dataSource} is set and the context has none, or has several, none of
     *     which is primary or has that name
     */
    @Override
    public void afterPropertiesSet() {
        DataSource source = dataSource != null
                ? dataSource
                : UniqueBean.find(beanFactory, beanName, "dataSource", DataSource.class);
        DisposableWorkerIdAssigner.Builder builder = DisposableWorkerIdAssigner.builder(source);
        options.forEach(option -> option.accept(builder));
        assigner = builder.build();
    }

    /**
     * Returns the assigner.
     *
     * @return the same at each call, or null before {@link #afterPropertiesSet()}
     */
    @Override
    public @Nullable DisposableWorkerIdAssigner getObject() {
        return assigner;
    }

    /**
     * Returns the type of the bean.
     *
     * @return {@link DisposableWorkerIdAssigner}
     */
    @Override
    public Class<DisposableWorkerIdAssigner> getObjectType() {
        return DisposableWorkerIdAssigner.class;
    }
}
