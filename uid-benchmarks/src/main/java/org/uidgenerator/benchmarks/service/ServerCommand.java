package org.uidgenerator.benchmarks.service;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.uidgenerator.benchmarks.programs.ChildJvm;
import org.uidgenerator.testing.ServerProcess;

/**
 * A way to start a server in a JVM with a heap of 256 MB and the serial collector, which the image of the id service
 * has.
 *
 * @param name the name of the server in the report
 * @param command the command, to whose last argument the port is added
 */
record ServerCommand(String name, List<String> command) {
    private static final String JAVA = ChildJvm.java(Path.of(System.getProperty("java.home")));

    /** So many ids per second that no window uses up what clients may have. */
    private static final List<String> WIDE =
            List.of("--uid.layout.time-bits=31", "--uid.layout.worker-bits=4", "--uid.layout.seq-bits=28");

    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * A server that runs.
     *
     * @param millis the time from the start of the process to the first connection
     */
    record Server(Process process, int port, long millis) implements AutoCloseable {
        /** {@return the processor time of all threads of the server since its start} */
        Duration cpu() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    /**
     * Returns {@link ConstantAnswers}.
     *
     * @param kind the first argument of the program
     * @param libraries the folder with the libraries of the id service
     */
    static ServerCommand constant(String name, String kind, Path libraries) throws IOException {
        String classes = ConstantAnswers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        try (Stream<Path> jars = Files.list(libraries)) {
            String path = Stream.concat(Stream.of(classes), jars.map(Path::toString))
                    .filter(jar -> !jar.matches(".*/(?:logback|slf4j|log4j|jul)-[^/]*")) // log each request by default
                    .collect(Collectors.joining(File.pathSeparator));
            return of(name, JAVA, List.of(), List.of("-cp", path, ConstantAnswers.class.getName(), kind, ""));
        }
    }

    static ServerCommand service(String name, Path jar, String... options) {
        return service(name, JAVA, jar, options);
    }

    static ServerCommand service(String name, String java, Path jar, String... options) {
        List<String> program = new ArrayList<>(List.of("-jar", jar.toString()));
        program.addAll(WIDE);
        program.add("--server.port=");
        return of(name, java, List.of(options), program);
    }

    private static ServerCommand of(String name, String java, List<String> options, List<String> program) {
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(program);
        return new ServerCommand(name, command);
    }

    /**
     * Starts the server.
     *
     * @param folder an empty folder for what the server writes
     * @return the server, which accepts connections
     * @throws IOException if the server ends, or accepts none within two minutes
     */
    Server start(Path folder) throws IOException {
        int port = ServerProcess.freePort();
        List<String> all = new ArrayList<>(command);
        all.set(all.size() - 1, all.get(all.size() - 1) + port);
        Path log = folder.resolve("log");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        while (!accepts(port)) {
            if (!process.isAlive() || System.nanoTime() - start > LONGEST_NANOS) {
                process.destroyForcibly();
                throw new IOException(name + " does not start: " + Files.readString(log));
            }
            LockSupport.parkNanos(PROBE_NANOS);
        }
        return new Server(process, port, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
