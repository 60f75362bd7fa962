package org.uidgenerator.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Redis 6.2 with an append-only file that is synced at each write. Further options override that, so one server can be
 * a replica, a Sentinel or a node of a Cluster.
 */
public final class RedisServer extends ServerProcess {
    private static RedisServer shared;

    private static final String RESOURCE = "/redis-server-6.2.6-v5-linux-amd64";

    /** In {@code /proc/net/tcp}. */
    private static final String ESTABLISHED = "01";

    private final Path program;
    private final List<String> options;

    /**
     * Makes a server that is not running yet.
     *
     * @param options as on the command line of {@code redis-server}: {@code "--requirepass", "secret"}
     */
    public RedisServer(String... options) {
        super("redis");
        this.options = List.of(options);
        try {
            Path home = ServerFiles.once("redis-6.2.6", RedisServer::unpack);
            program = home.resolve("redis-server");
            Files.createDirectories(dataFolder());
            Files.createFile(configuration());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(Path folder) throws IOException {
        Path program = folder.resolve("redis-server");
        try (InputStream in = ServerFiles.open(RESOURCE)) {
            Files.copy(in, program);
        }
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized RedisServer shared() {
        if (shared == null) {
            RedisServer server = new RedisServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    /** A Sentinel keeps in it what it learns. */
    private Path configuration() {
        return folder().resolve("redis.conf");
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                configuration().toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port()),
                "--dir",
                dataFolder().toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always"));
        command.addAll(options);
        return command;
    }

    /** Any answer will do, because a server with a password refuses a PING without one. */
    @Override
    boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return answer != null && !answer.startsWith("-LOADING");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Kills the server as a crash of its host would, if it syncs its file after it has answered.
     *
     * @param unsynced for how long what it acknowledges from now on is not synced; it is killed after that, and has
     *     lost it
     */
    public void kill9AndLose(Duration unsynced) {
        Path file = dataFolder().resolve("appendonly.aof");
        try {
            long synced = Files.size(file);
            LockSupport.parkNanos(unsynced.toNanos());
            kill9();
            try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
                opened.truncate(synced);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts the bytes that clients have sent and the server has not read, as while it is paused. */
    public long unreadBytes() {
        String localPort = String.format(Locale.ROOT, ":%04X", port());
        try (Stream<String> sockets = Files.lines(Path.of("/proc/net/tcp"))) {
            return sockets.map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns[1].endsWith(localPort) && columns[3].equals(ESTABLISHED))
                    .mapToLong(columns -> Long.parseLong(columns[4].substring(columns[4].indexOf(':') + 1), 16))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the URL without user and password. */
    public String url() {
        return "redis://127.0.0.1:" + port();
    }
}
