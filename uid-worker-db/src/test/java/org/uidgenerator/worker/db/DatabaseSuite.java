package org.uidgenerator.worker.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests on a database of their own, each of which starts without the tables of worker ids. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseSuite {
    HikariDataSource pool;
    JdbcTemplate jdbc;

    abstract String newDatabaseUrl();

    @BeforeAll
    void connect() {
        pool = newPool(true);
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("CREATE TABLE WORK_OF_THE_CALLER (ID INT PRIMARY KEY)");
    }

    HikariDataSource newPool(boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(pool == null ? newDatabaseUrl() : pool.getJdbcUrl());
        config.setAutoCommit(autoCommit);
        return new HikariDataSource(config);
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    @BeforeEach
    void dropTables() {
        dropIfThere("WORKER_NODE");
        dropIfThere("WORKER_LEASE");
    }

    private void dropIfThere(String table) {
        try {
            jdbc.execute("DROP TABLE " + table);
        } catch (BadSqlGrammarException | UncategorizedSQLException missing) {
            // Derby knows no IF EXISTS.
        }
    }

    /** Makes a schema, and returns its name. */
    String newSchema(String name) {
        jdbc.execute("CREATE SCHEMA " + name);
        return name;
    }

    void dropSchema(String name) {
        jdbc.execute("DROP SCHEMA " + name);
    }

    /** Returns a statement that makes an index, as the database has it in a schema. */
    String inSchema(String createIndex) {
        return createIndex;
    }

    /** Returns a name that few tables have. */
    String oddName() {
        return "UID$TABLE_1";
    }

    boolean knowsIfNotExists() {
        return true;
    }

    long rowsOfTheCaller() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM WORK_OF_THE_CALLER", Long.class);
    }
}
