package org.uidgenerator.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a process of its own, on a port of the loopback interface. */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    private final Process process;
    private final URI uri;

    private ServerProcess(Process process) throws IOException {
        this.process = process;
        uri = uri(process);
    }

    /**
     * Starts a server.
     *
     * @param arguments what differs from the defaults, as {@code --name=value}
     * @return the server, ready for requests
     */
    public static ServerProcess start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /**
     * Starts a server.
     *
     * @param options of the JVM, such as {@code -Xmx128m}
     * @param arguments what differs from the defaults, as {@code --name=value}
     * @return the server, ready for requests
     */
    static ServerProcess start(List<String> options, String... arguments) throws IOException {
        ProcessBuilder builder = builder(arguments);
        builder.command().addAll(1, options);
        return new ServerProcess(builder.start());
    }

    /**
     * Begins a process of a server, whose output and errors are one.
     *
     * @param arguments what differs from the defaults, as {@code --name=value}
     * @return a process that is not started
     */
    public static ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                UidServer.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    private static URI uri(Process process) throws IOException {
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            all.append(line).append('\n');
            Matcher matcher = PORT.matcher(line);
            if (matcher.find()) {
                return URI.create("http://127.0.0.1:" + matcher.group(1));
            }
        }
        throw new IllegalStateException("the server did not start: " + all);
    }

    /**
     * Returns where it is.
     *
     * @return its address, without a path
     */
    public URI uri() {
        return uri;
    }

    /** Asks it to end, by SIGTERM if there are signals, and waits until it has. */
    public void terminate() {
        process.destroy();
        process.onExit().join();
    }

    /** Kills it, and waits for its end. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
