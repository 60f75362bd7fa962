package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * SQLite in files that the processes of a host share. There is no server. Whether it is stopped, killed or frozen, the
 * files are locked by a process that does not let go.
 */
public final class SqliteFile extends RealServer {
    private static final int BUSY = 5;

    private final List<Connection> locks = new ArrayList<>();

    public SqliteFile() {
        super("sqlite");
    }

    @Override
    List<String> command() {
        throw new UnsupportedOperationException("SQLite has no server");
    }

    @Override
    public void start() {
        try {
            Files.createDirectories(dataFolder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resume();
    }

    @Override
    public void stop() {
        pause();
    }

    @Override
    public void kill9() {
        pause();
    }

    @Override
    public void pause() {
        for (int database = 1; database <= databases.get(); database++) {
            locks.add(lock("test" + database));
        }
    }

    private Connection lock(String database) {
        try {
            Connection connection = DriverManager.getConnection(url(database, Duration.ZERO));
            try (Statement statement = connection.createStatement()) {
                while (!isLockedBy(statement)) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
                }
            }
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Tries often, because SQLite itself, which waits longer each time, would not come between its writers for seconds.
     */
    private static boolean isLockedBy(Statement statement) throws SQLException {
        try {
            statement.execute("BEGIN EXCLUSIVE");
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == BUSY) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void resume() {
        for (Connection lock : locks) {
            try {
                lock.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        locks.clear();
    }

    @Override
    String adminDatabase() {
        return "admin";
    }

    /** Databases come into being with their first connection. */
    @Override
    public String newDatabase() {
        return "test" + databases.incrementAndGet();
    }

    @Override
    public String url(String database) {
        return "jdbc:sqlite:" + dataFolder().resolve(database);
    }

    @Override
    public String url(String database, Duration timeout) {
        return url(database) + "?busy_timeout=" + timeout.toMillis();
    }

    @Override
    public void close() {
        resume();
        super.close();
    }
}
