package org.uidgenerator.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** H2 as a server in a JVM of its own, which writes at once what is committed. */
public final class H2Server extends RealServer {
    public H2Server() {
        super("h2");
    }

    @Override
    List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.h2.tools.Server",
                "-tcp",
                "-tcpPort",
                Integer.toString(port()),
                "-baseDir",
                dataFolder().toString(),
                "-ifNotExists");
    }

    @Override
    String adminDatabase() {
        return "admin";
    }

    /** Databases come into being with their first connection. */
    @Override
    public String newDatabase() {
        return "test" + databases.incrementAndGet();
    }

    @Override
    public String url(String database) {
        return "jdbc:h2:tcp://127.0.0.1:" + port() + "/./" + database + ";USER=sa;WRITE_DELAY=0";
    }

    @Override
    public String url(String database, Duration timeout) {
        return url(database) + ";NETWORK_TIMEOUT=" + timeout.toMillis();
    }
}
