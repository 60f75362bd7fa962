package org.uidgenerator.worker.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import javax.sql.DataSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreatorFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;

/** The table of launches: a row is one launch, and its generated key is the worker id. */
final class WorkerNodeTable {
    private final String name;
    private final DataSource dataSource;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final PreparedStatementCreatorFactory insert;

    /**
     * Names a table; it need not exist.
     *
     * @param name as it stands in SQL: never quoted, with its schema if need be
     */
    WorkerNodeTable(DataSource dataSource, String name) {
        this.name = name;
        this.dataSource = apartFromTransactionsOfTheThread(dataSource);
        jdbc = new JdbcTemplate(this.dataSource);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
        // The database's date and time: those of the clients may differ.
        insert = new PreparedStatementCreatorFactory(
                "INSERT INTO " + name + " (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED)"
                        + " VALUES (?, ?, ?, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
                Types.VARCHAR,
                Types.VARCHAR,
                Types.INTEGER);
        // Lower case: PostgreSQL's driver quotes it, the others ignore its case.
        insert.setGeneratedKeysColumnNames("id");
    }

    /*
     * A launch must stay on record even if the transaction around it is rolled back, lest its worker id be given again.
     * Spring binds connections to the thread by the identity of their data source, so behind a wrapper that nobody else
     * knows we always get a connection of our own. REQUIRES_NEW would not do: a JpaTransactionManager binds its
     * connection without telling a DataSourceTransactionManager that there is a transaction to be suspended.
     */
    private static DataSource apartFromTransactionsOfTheThread(DataSource dataSource) {
        DataSource plain = dataSource instanceof TransactionAwareDataSourceProxy proxy
                ? Objects.requireNonNull(proxy.getTargetDataSource(), "targetDataSource")
                : dataSource;
        return new DelegatingDataSource(plain);
    }

    /** Adds a row, for good once this returns, and gives its generated key. */
    long insert(WorkerNode node) {
        long key = transaction.execute(status -> {
            GeneratedKeyHolder keys = new GeneratedKeyHolder();
            List<?> values = List.of(node.hostName(), node.port(), node.type().code());
            jdbc.update(insert.newPreparedStatementCreator(values), keys);
            return generatedKey(keys);
        });
        flush();
        return key;
    }

    /** An embedded database crashes with us: what it has not written by then, it will hand out again. */
    private void flush() {
        Database database = database();
        if (database.embedded()) {
            database.dialect().flatMap(Dialect::flushStatement).ifPresent(jdbc::execute);
        }
    }

    private long generatedKey(GeneratedKeyHolder keys) {
        return keys.getKeyList().stream()
                .flatMap(row -> row.values().stream())
                .filter(Number.class::isInstance)
                .map(key -> ((Number) key).longValue())
                .findFirst()
                .orElseThrow(() -> new UidGenerateException(
                        "column ID of %s must be auto-increment: the database generated no key".formatted(name)));
    }

    /** Creates the table unless it is there, possibly while others do the same. */
    void create(Dialect dialect) {
        ByteArrayResource script = new ByteArrayResource(script(dialect).getBytes(StandardCharsets.UTF_8));
        try {
            transaction.executeWithoutResult(status -> new ResourceDatabasePopulator(script).execute(dataSource));
        } catch (DataAccessException e) {
            // IF NOT EXISTS looks before it leaps: of two that create at a time, PostgreSQL may let one fail.
            if (!exists()) {
                throw e;
            }
        }
    }

    private String script(Dialect dialect) {
        try {
            return new ClassPathResource(dialect.script(), WorkerNodeTable.class)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .replaceAll("\\bWORKER_NODE\\b", Matcher.quoteReplacement(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean exists() {
        try {
            jdbc.queryForList("SELECT ID FROM " + name + " WHERE 1 = 0");
            return true;
        } catch (BadSqlGrammarException e) {
            return false;
        }
    }

    Database database() {
        return jdbc.execute(Database::of);
    }

    /** Says the name as it stands in SQL. */
    @Override
    public String toString() {
        return name;
    }
}
