package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** MySQL 8.0, small and without TLS. */
public final class MySqlServer extends RealServer {
    private static MySqlServer shared;

    private final Path home;

    public MySqlServer() {
        super("mysql");
        try {
            home = ServerFiles.once("mysql-8.0.31", MySqlServer::unpack);
            Path initialized = ServerFiles.once("mysql-8.0.31-data", this::initialize);
            ServerFiles.copy(initialized, dataFolder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized MySqlServer shared() {
        if (shared == null) {
            MySqlServer server = new MySqlServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    private static void unpack(Path to) throws IOException {
        try (InputStream archive = ServerFiles.open("/mysql-Linux-amd64.tar.gz")) {
            ServerFiles.untar(new GZIPInputStream(archive), to);
        }
        for (String library : List.of("libaio.so.1", "libnuma.so.1")) {
            if (!Files.exists(Path.of("/usr/lib/x86_64-linux-gnu", library))) {
                try (InputStream stub = ServerFiles.open("mysql/" + library)) {
                    Files.copy(stub, to.resolve("lib/private").resolve(library));
                }
            }
        }
    }

    private void initialize(Path data) throws IOException {
        List<String> command = options(data);
        command.add("--initialize-insecure");
        Commands.run(command);
        // Holds the server's UUID: each copy draws its own.
        Files.delete(data.resolve("auto.cnf"));
    }

    @Override
    List<String> command() {
        List<String> command = options(dataFolder());
        command.addAll(List.of(
                "--socket=socket", // in the data folder, because its whole path might be longer than the system allows
                "--bind-address=127.0.0.1",
                "--port=" + port(),
                "--tmpdir=" + dataFolder(), // a server that starts deletes the temporary tables of others that have the
                // same folder
                "--max-connections=250",
                "--tls-version=",
                "--auto-generate-certs=OFF"));
        return command;
    }

    private List<String> options(Path data) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/mysqld").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + data,
                "--innodb-use-native-aio=0",
                "--innodb-flush-method=fsync",
                "--innodb-redo-log-capacity=16M",
                "--innodb-buffer-pool-size=32M",
                "--performance-schema=OFF",
                "--skip-log-bin",
                "--mysqlx=OFF"));
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
        return "jdbc:mysql://127.0.0.1:" + port() + "/" + database + "?user=root&sslMode=DISABLED";
    }

    @Override
    public String url(String database, Duration timeout) {
        return url(database) + "&connectTimeout=" + timeout.toMillis() + "&socketTimeout=" + timeout.toMillis();
    }

    /**
     * Returns the URL of a database for the driver of MariaDB.
     *
     * @param database its name
     * @return a URL with user and password, that takes further parameters after an {@code &}
     */
    public String urlForMariaDbDriver(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database + "?user=root";
    }
}
