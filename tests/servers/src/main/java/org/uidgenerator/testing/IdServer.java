package org.uidgenerator.testing;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The id service of this project, as its jar runs it, on an H2 file in its data folder unless an option names another
 * store. Only for tests that run after the module of the service was packaged.
 */
public final class IdServer extends ServerProcess {
    private static final Path JAR = Path.of("..", "..", "service", "uid-server", "target", "uid-server-runnable.jar");

    private final List<String> options;

    /**
     * Makes a server that is not running yet.
     *
     * @param options arguments, as {@code --name=value}
     */
    public IdServer(String... options) {
        super("uid-server");
        this.options = List.of(options);
    }

    /** Returns whether the service was packaged; says so if it was not. */
    public static boolean isPackaged() {
        boolean there = Files.exists(JAR);
        if (!there) {
            System.out.println("Nothing is tested on the id service: there is no " + JAR + ", ./mvnw verify makes it");
        }
        return there;
    }

    @Override
    List<String> command() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                JAR.toAbsolutePath().normalize().toString(),
                "--server.port=" + port());
        boolean isStoreNamed = options.stream().anyMatch(option -> option.startsWith("--spring.datasource.url="));
        Stream<String> store = isStoreNamed ? Stream.of() : Stream.of("--spring.datasource.url=" + fileUrl());
        return Stream.of(command.stream(), store, options.stream())
                .flatMap(part -> part)
                .toList();
    }

    /** Returns the URL of the H2 file, which one process at a time may open. */
    public String fileUrl() {
        return "jdbc:h2:file:" + dataFolder().resolve("uid");
    }

    /** Deletes the H2 file of a server that does not run. */
    public void deleteData() {
        ServerFiles.delete(dataFolder());
    }

    @Override
    boolean answers() {
        return HttpProbe.succeeds(URI.create(url() + "/actuator/health/readiness"));
    }

    /** Returns the address for clients. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }
}
