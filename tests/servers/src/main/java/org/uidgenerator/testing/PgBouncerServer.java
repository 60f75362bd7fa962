package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * PgBouncer of this machine, in transaction mode, before the shared PostgreSQL server: Maven Central has none. Debian's
 * package is {@code pgbouncer}.
 */
public final class PgBouncerServer extends ServerProcess {
    private static final String PROGRAM = "pgbouncer";

    private static PgBouncerServer shared;

    private final PostgreSqlServer database = PostgreSqlServer.shared();

    private PgBouncerServer() {
        super(PROGRAM);
        try {
            Files.writeString(settings(), String.format(Locale.ROOT, """
                    [databases]
                    * = host=127.0.0.1 port=%d user=postgres
                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = %d
                    unix_socket_dir =
                    auth_type = any
                    pool_mode = transaction
                    """, database.port(), port()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether there is PgBouncer on this machine; says what to install if there is none. */
    public static boolean isInstalled() {
        boolean there = Commands.isOnPath(PROGRAM);
        if (!there) {
            System.out.println("Nothing is tested on PgBouncer: none on this machine, apt-get install pgbouncer");
        }
        return there;
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized PgBouncerServer shared() {
        if (shared == null) {
            PgBouncerServer server = new PgBouncerServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    private Path settings() {
        return folder().resolve("pgbouncer.ini");
    }

    @Override
    List<String> command() {
        return PostgreSqlServer.unprivileged(PROGRAM, settings().toString());
    }

    @Override
    boolean answers() {
        try (Connection connection = DriverManager.getConnection(before(database.url(database.adminDatabase())))) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Returns the way through it to a database of the shared PostgreSQL server. The driver prepares no statements,
     * which the next transaction would look for on another connection.
     *
     * @param direct the URL of the database
     */
    public String before(String direct) {
        return direct.replace(":" + database.port() + "/", ":" + port() + "/") + "&prepareThreshold=0";
    }
}
