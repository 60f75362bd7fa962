package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;

/**
 * etcd of this machine, alone: Maven Central has none. Debian's package is {@code etcd-server}. It does not wait for
 * the disk, which a process that is killed does not need.
 */
public final class EtcdServer extends ServerProcess {
    private static final String PROGRAM = "etcd";

    private static EtcdServer shared;

    private final int peerPort;

    /** Makes a server that is not running yet. */
    public EtcdServer() {
        super(PROGRAM);
        try {
            peerPort = freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether there is etcd on this machine; says what to install if there is none. */
    public static boolean isInstalled() {
        boolean there = Commands.isOnPath(PROGRAM);
        if (!there) {
            System.out.println("Nothing is tested on etcd: there is none on this machine, apt-get install etcd-server");
        }
        return there;
    }

    /** Returns the running server that all tests of this JVM share: leave it running. */
    public static synchronized EtcdServer shared() {
        if (shared == null) {
            EtcdServer server = new EtcdServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    @Override
    List<String> command() {
        String peer = "http://127.0.0.1:" + peerPort;
        return List.of(
                PROGRAM,
                "--unsafe-no-fsync",
                "--data-dir",
                dataFolder().toString(),
                "--listen-client-urls",
                url(),
                "--advertise-client-urls",
                url(),
                "--listen-peer-urls",
                peer,
                "--initial-advertise-peer-urls",
                peer,
                "--initial-cluster",
                "default=" + peer);
    }

    @Override
    boolean answers() {
        try {
            HttpURLConnection health =
                    (HttpURLConnection) URI.create(url() + "/health").toURL().openConnection();
            health.setConnectTimeout(1_000);
            health.setReadTimeout(1_000);
            return health.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the address for clients. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }
}
