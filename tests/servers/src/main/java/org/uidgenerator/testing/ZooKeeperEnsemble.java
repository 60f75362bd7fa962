package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three ZooKeeper servers that know each other, of which two are a majority. */
public final class ZooKeeperEnsemble implements AutoCloseable {
    private static final int SERVERS = 3;

    private final List<ZooKeeperServer> servers;

    /** Makes an ensemble that is not running yet. */
    public ZooKeeperEnsemble() {
        List<String> members = new ArrayList<>();
        try {
            for (int i = 0; i < SERVERS; i++) {
                members.add(String.format(
                        Locale.ROOT, "127.0.0.1:%d:%d", ServerProcess.freePort(), ServerProcess.freePort()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        servers = IntStream.range(0, SERVERS)
                .mapToObj(i -> new ZooKeeperServer(members, i))
                .toList();
    }

    /** Starts all servers; returns when they answer, which none does before there is a majority. */
    public void start() {
        servers.forEach(ServerProcess::begin);
        servers.forEach(ServerProcess::awaitAnswer);
    }

    public List<ZooKeeperServer> servers() {
        return servers;
    }

    /** Returns the server that leads the others, or empty while there is none. */
    public Optional<ZooKeeperServer> leader() {
        return servers.stream()
                .filter(server -> server.mode().filter("leader"::equals).isPresent())
                .findFirst();
    }

    /** Returns the addresses for clients. */
    public String connectString() {
        return servers.stream().map(ZooKeeperServer::connectString).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        servers.forEach(ZooKeeperServer::close);
    }
}
