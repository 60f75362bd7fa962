package org.uidgenerator.cli;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.jdbc.TableCreation;
import picocli.CommandLine.Option;

/** The database that leases worker ids. */
class DatabaseOption {
    @Option(
            names = "--jdbc-url",
            required = true,
            paramLabel = "<url>",
            description =
                    "The database that leases worker ids from its table WORKER_LEASE: H2, PostgreSQL, or one whose driver"
                            + " is on the class path.")
    private String url = "";

    @Option(names = "--user", paramLabel = "<name>", description = "The user of the database.")
    private @Nullable String user;

    @Option(
            names = "--password",
            arity = "0..1",
            interactive = true,
            paramLabel = "<password>",
            description =
                    "The password; --password alone asks for it. Others on this machine see what stands on a command line.")
    private @Nullable String password;

    @Option(
            names = "--password-env",
            paramLabel = "<variable>",
            description = "The environment variable that has the password.")
    private @Nullable String passwordVariable;

    @Option(names = "--namespace", paramLabel = "<name>", description = "The namespace; default: default.")
    private String namespace = "default";

    /** Opens the database to read from it, and to write what is there already. */
    final WorkerDatabase openExisting(CommandContext context) {
        boolean wouldBeCreated =
                url.startsWith("jdbc:h2:") && !url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
        return open(context, wouldBeCreated ? url + ";IFEXISTS=TRUE" : url, TableCreation.NEVER, "");
    }

    /**
     * Opens the database, which H2 creates if it is missing.
     *
     * @param orCreate what the command has to say of a missing table, after the script that creates it
     */
    final WorkerDatabase open(CommandContext context, TableCreation tableCreation, String orCreate) {
        return open(context, url, tableCreation, orCreate);
    }

    private WorkerDatabase open(CommandContext context, String url, TableCreation tableCreation, String orCreate) {
        requireDriver();
        DriverManagerDataSource database = new DriverManagerDataSource(url);
        database.setUsername(user);
        database.setPassword(
                passwordVariable == null ? password : context.environment().get(passwordVariable));
        return new WorkerDatabase(database, namespace, tableCreation, orCreate);
    }

    private void requireDriver() {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "no JDBC driver for %s: uid.jar has those of H2 and PostgreSQL; with another one: java -cp uid.jar:driver.jar %s",
                            url,
                            Uid.class.getName()),
                    e);
        }
    }
}
