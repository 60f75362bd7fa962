package org.uidgenerator.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A SQL database server. What has been committed survives {@link #kill9()}. */
public abstract class RealServer extends ServerProcess {
    /**
     * For drivers in tests whose server goes away. Beside eight busy threads MySQL has needed half a second to make a
     * table, and PostgreSQL more than a second for a connection, again and again.
     */
    public static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** How many databases there are, in data that were copied, too. */
    final AtomicInteger databases = new AtomicInteger();

    /** Makes a server that is not running yet. */
    RealServer(String name) {
        super(name);
    }

    /** The database in which others are created. */
    abstract String adminDatabase();

    /**
     * Returns the URL of a database.
     *
     * @param database its name
     * @return a URL with user and password, that takes further parameters after an {@code &}
     */
    public abstract String url(String database);

    /**
     * Returns the URL of a database, with a driver that gives up.
     *
     * @param database its name
     * @param timeout after how long it does, of each that it waits for: whole seconds
     */
    public abstract String url(String database, Duration timeout);

    /**
     * Creates a database.
     *
     * @return its name
     */
    public String newDatabase() {
        String name = "test" + databases.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url(adminDatabase()));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return name;
    }

    @Override
    public void copyDataOf(ServerProcess source) {
        super.copyDataOf(source);
        databases.set(((RealServer) source).databases.get());
    }

    @Override
    boolean answers() {
        try (Connection connection = DriverManager.getConnection(url(adminDatabase()))) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }
}
