package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server in a process of its own, on loopback, with a port and a data folder that it keeps over restarts. The data
 * folder goes with {@link #close()}, at the latest with the JVM. A server is for one thread at a time.
 */
public abstract class ServerProcess implements AutoCloseable {
    /** The limit of each wait for a server, which a machine with eight busy threads does not reach. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    /*
     * Linux gives ports from 32,768 on to connections: /proc/sys/net/ipv4/ip_local_port_range. A node of a Redis Cluster
     * listens on a second port, 10,000 above the first, which must be no other server's first one.
     */
    private static final int LEAST_PORT = 10_240;
    private static final int GREATEST_PORT = 20_239;

    /** Files of PostgreSQL and MySQL that name the process that uses the data. */
    private static final List<String> LOCKS = List.of("postmaster.pid", "socket.lock");

    private final Path folder;
    private final int port;
    private Process process;

    /** Makes a server that is not running yet. */
    ServerProcess(String name) {
        try {
            folder = ServerFiles.newFolder(name + "-run");
            port = freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /**
     * Returns a port that no process listens on, and that no other server of a test will get as long as this JVM runs.
     * None of those that the system gives to connections, because one of another test could take it before the server
     * is started.
     */
    public static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, GREATEST_PORT + 1);
            if (PortClaim.of(port) && isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port");
    }

    /** Asks without listening, because a process that is begun meanwhile would have that socket, too, for a moment. */
    private static boolean isFree(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException e) {
            return true;
        }
    }

    /** The command that runs the server in the foreground, on {@link #port()} and {@link #dataFolder()}. */
    abstract List<String> command();

    /** The signal that ends the server in good order, without waiting for its clients. */
    String stopSignal() {
        return "TERM";
    }

    public int port() {
        return port;
    }

    Path folder() {
        return folder;
    }

    Path dataFolder() {
        return folder.resolve("data");
    }

    /** Returns what the server has written so far, on its standard output and errors. */
    public String output() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log() {
        return folder.resolve("log");
    }

    /** Starts the server; returns when it answers. */
    public void start() {
        begin();
        awaitAnswer();
    }

    /** Starts the process. */
    void begin() {
        try {
            process = Commands.start(new ProcessBuilder(command())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when a server that has begun to run answers. */
    void awaitAnswer() {
        try {
            long start = System.nanoTime();
            while (!answers()) {
                boolean ended = process.waitFor(10, TimeUnit.MILLISECONDS);
                if (ended || System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new IllegalStateException(command() + " did not start:\n" + Files.readString(log()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server started", e);
        }
    }

    /** Returns whether the server is ready for clients. */
    abstract boolean answers();

    /**
     * Freezes the server. Its sockets stay open and nothing answers, as in a frozen machine or a cut network. Returns
     * when each of its threads stands still, which for one that runs is a moment after the signal.
     */
    public void pause() {
        List<Long> pids = processes();
        signal("STOP", pids);
        await("moves after kill -STOP: " + pids, () -> pids.stream().allMatch(ServerProcess::standsStill));
    }

    /** Lets a paused server continue. */
    public void resume() {
        signal("CONT", processes());
    }

    /** Kills the server as a crash would; returns when all its processes are gone. */
    public void kill9() {
        List<Long> pids = processes();
        signal("KILL", pids);
        awaitEnd("KILL"); // buried, too: PostgreSQL does not start while a zombie has the number in its lock file
        await("still there after kill -9: " + pids, () -> pids.stream().noneMatch(ServerProcess::isRunning));
    }

    /** Ends the server in good order, paused or not. Does nothing if it is not running. */
    public void stop() {
        if (!isRunning()) {
            return;
        }
        resume();
        signal(stopSignal(), List.of(process.pid()));
        awaitEnd(stopSignal());
    }

    /**
     * Takes over the data of another server of the same kind, as it is on the disk: what a crash would leave, a replica
     * that has received all, or a backup of the disk. This server must not have been started.
     *
     * @param source the other server, {@linkplain #pause() paused}
     */
    public void copyDataOf(ServerProcess source) {
        try {
            ServerFiles.delete(dataFolder());
            ServerFiles.copyFiles(source.dataFolder(), dataFolder());
            for (String lock : LOCKS) {
                Files.deleteIfExists(dataFolder().resolve(lock));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the running server change no file any more, as if the disk was full, until it is started again. */
    public void fillDisk() {
        String limits = processes().stream()
                .map(pid -> "prlimit --fsize=1 --pid " + pid + " || true;") // one of them may have ended by itself
                .collect(Collectors.joining(" ", "command -v prlimit && { ", " }"));
        try {
            Commands.run(List.of("sh", "-c", limits));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd(String signal) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("still there after kill -" + signal + ": " + process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server ended", e);
        }
    }

    /** Ends the server in good order and starts it again. */
    public void restart() {
        stop();
        start();
    }

    /** Kills the server if it is running, and deletes its data. */
    @Override
    public void close() {
        if (isRunning()) {
            kill9();
        }
        ServerFiles.delete(folder);
    }

    /** Returns whether its process runs, paused or not. */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    private static void await(String failure, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException(failure);
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
        }
    }

    private static boolean standsStill(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.allMatch(thread -> "TZX".indexOf(state(thread)) >= 0);
        } catch (IOException e) {
            return true; // it has ended
        }
    }

    /** Returns the letter of a process or thread, X if it has ended. */
    private static char state(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }

    /** A zombie that its parent has not buried yet is listed by the system but does not run. */
    private static boolean isRunning(long pid) {
        return "ZX".indexOf(state(Path.of("/proc/" + pid))) < 0;
    }

    private List<Long> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static void signal(String signal, List<Long> pids) {
        String targets = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
        try {
            // One of them may have ended by itself in the meantime, which is as good.
            Commands.run(List.of("sh", "-c", "kill -" + signal + " " + targets + " || true"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
