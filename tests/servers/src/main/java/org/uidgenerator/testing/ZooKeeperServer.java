package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ZooKeeper 3.9 in a JVM of its own, alone or a member of a {@link ZooKeeperEnsemble}. It allows sessions of 1 to 10 s,
 * and serves clients that ask for it also without a majority, read-only.
 */
public final class ZooKeeperServer extends ServerProcess {
    private static final Pattern MODE = Pattern.compile("^Mode: (.*)$", Pattern.MULTILINE);
    private static final String READ_ONLY = "read-only";

    private static ZooKeeperServer shared;

    /** Makes a server that is not running yet, and no member of an ensemble. */
    public ZooKeeperServer() {
        this(List.of(), 0);
    }

    /**
     * Makes a member of an ensemble.
     *
     * @param members the addresses of all of them, as {@code host:port:port}
     * @param self which of them this one is
     */
    ZooKeeperServer(List<String> members, int self) {
        super("zookeeper");
        StringBuilder settings = new StringBuilder(512)
                .append("dataDir=")
                .append(dataFolder())
                .append("\nclientPortAddress=127.0.0.1\nclientPort=")
                .append(port())
                .append("\ntickTime=500\ninitLimit=20\nsyncLimit=4\nadmin.enableServer=false\n")
                .append("localSessionsEnabled=true\nlocalSessionsUpgradingEnabled=true\n"); // they outlive a majority
        for (int i = 0; i < members.size(); i++) {
            settings.append("server.")
                    .append(i)
                    .append('=')
                    .append(members.get(i))
                    .append('\n');
        }
        try {
            Files.createDirectories(dataFolder());
            Files.writeString(configuration(), settings);
            Files.writeString(dataFolder().resolve("myid"), Integer.toString(self));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized ZooKeeperServer shared() {
        if (shared == null) {
            ZooKeeperServer server = new ZooKeeperServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    private Path configuration() {
        return folder().resolve("zoo.cfg");
    }

    @Override
    List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dreadonlymode.enabled=true",
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                configuration().toString());
    }

    /** One of an ensemble answers when there is a majority. */
    @Override
    boolean answers() {
        return mode().filter(mode -> !mode.equals(READ_ONLY)).isPresent();
    }

    /**
     * Returns whether it is cut off from the majority of its ensemble, and serves clients that want to read all the
     * same.
     */
    public boolean isReadOnly() {
        return mode().filter(READ_ONLY::equals).isPresent();
    }

    /**
     * Returns {@code standalone}, {@code leader}, {@code follower} or {@code read-only}, or empty if it serves no
     * client.
     */
    public Optional<String> mode() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher mode = MODE.matcher(answer);
            return mode.find() ? Optional.of(mode.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the address for clients. */
    public String connectString() {
        return "127.0.0.1:" + port();
    }
}
