package org.uidgenerator.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.uidgenerator.testing.RealServer;

/** A SQL database. */
final class SqlTarget extends FaultTarget {
    private static final List<String> TABLES = List.of("WORKER_LEASE", "SEGMENT");
    private static final String RIGHTS = "SELECT, INSERT, UPDATE, DELETE";

    SqlTarget(CrashStore store) {
        super(store);
    }

    private void execute(String url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The part of the address between the last slash and the parameters. */
    private String database() {
        String address = directAddress();
        return address.substring(address.lastIndexOf('/') + 1).split("[?;]", 2)[0];
    }

    private String adminUrl() {
        RealServer database = (RealServer) server();
        return switch (store()) {
            case POSTGRESQL -> database.url("postgres");
            case MYSQL, MARIADB -> database.url("mysql");
            default -> database.url(database());
        };
    }

    private String adminUrlOfDatabase() {
        return ((RealServer) server()).url(database());
    }

    @Override
    String addressOfUser() {
        String address = directAddress();
        return switch (store()) {
            case POSTGRESQL -> address.replace("user=postgres", "user=app");
            case MYSQL, MARIADB -> address.replace("user=root", "user=app");
            default -> address.replace("USER=sa;WRITE_DELAY=0", "USER=app");
        };
    }

    @Override
    void setRights(boolean granted) {
        String tables = switch (store()) {
            case POSTGRESQL -> "ALL TABLES IN SCHEMA public";
            case MYSQL, MARIADB -> database() + ".*";
            default -> "SCHEMA PUBLIC";
        };
        if (granted) {
            createTables();
            execute(adminUrlOfDatabase(), createUser(), "GRANT " + RIGHTS + " ON " + tables + " TO app");
        } else {
            execute(adminUrlOfDatabase(), "REVOKE " + RIGHTS + " ON " + tables + " FROM app");
        }
    }

    private String createUser() {
        return switch (store()) {
            case POSTGRESQL ->
                "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') THEN CREATE ROLE app LOGIN; END IF; END $$";
            case MYSQL, MARIADB -> "CREATE USER IF NOT EXISTS app";
            default -> "CREATE USER IF NOT EXISTS app PASSWORD ''";
        };
    }

    private void createTables() {
        try (StoreClient client = store().connect(adminUrlOfDatabase())) {
            client.prepareCounters();
            client.leases().list(0, 0);
        }
    }

    @Override
    void setReadOnly(boolean readOnly) {
        execute(
                adminUrl(),
                (store() == CrashStore.POSTGRESQL
                                ? "ALTER DATABASE " + database() + " SET default_transaction_read_only = "
                                : "SET GLOBAL read_only = ")
                        + (readOnly ? "ON" : "OFF"));
    }

    /** Each fault has a database of its own. */
    @Override
    void clear() {}

    @Override
    void empty() {
        TABLES.forEach(table -> execute(adminUrlOfDatabase(), "TRUNCATE TABLE " + table));
    }

    @Override
    void makeAgain() {
        TABLES.forEach(table -> execute(adminUrlOfDatabase(), "DROP TABLE " + table));
        createTables();
    }
}
