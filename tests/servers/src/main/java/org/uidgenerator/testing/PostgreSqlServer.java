package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL 17. The settings that decide about durability are the server's own. */
public final class PostgreSqlServer extends RealServer {
    private static PostgreSqlServer shared;

    private final Path binaries;

    public PostgreSqlServer() {
        super("postgresql");
        try {
            binaries = ServerFiles.once("postgresql-17.11", PostgreSqlServer::unpack)
                    .resolve("bin");
            Path initialized = ServerFiles.once("postgresql-17.11-data", this::initialize);
            ServerFiles.copy(initialized, dataFolder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized PostgreSqlServer shared() {
        if (shared == null) {
            PostgreSqlServer server = new PostgreSqlServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    private static void unpack(Path to) throws IOException {
        try (InputStream archive = ServerFiles.open("/postgres-linux-x86_64.txz")) {
            ServerFiles.untar(new XZCompressorInputStream(archive), to);
        }
    }

    private void initialize(Path data) throws IOException {
        Commands.run(unprivileged(
                binaries.resolve("initdb").toString(),
                "--pgdata=" + data,
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF-8",
                "--locale=C",
                "--no-sync"));
    }

    @Override
    List<String> command() {
        return unprivileged(
                binaries.resolve("postgres").toString(),
                "-D",
                dataFolder().toString(),
                "-p",
                Integer.toString(port()),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "shared_buffers=16MB",
                "-c",
                "max_connections=250");
    }

    /** PostgreSQL refuses to run as root; in a user namespace of its own it sees itself as another user. */
    static List<String> unprivileged(String... command) {
        List<String> wrapped = new ArrayList<>(Commands.runAsRoot() ? List.of("unshare", "--user") : List.of());
        wrapped.addAll(List.of(command));
        return wrapped;
    }

    @Override
    String stopSignal() {
        return "INT";
    }

    @Override
    String adminDatabase() {
        return "postgres";
    }

    @Override
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database + "?user=postgres";
    }

    @Override
    public String url(String database, Duration timeout) {
        return url(database) + "&connectTimeout=" + timeout.toSeconds() + "&socketTimeout=" + timeout.toSeconds();
    }
}
