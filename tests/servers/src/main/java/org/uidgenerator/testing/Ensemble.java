package org.uidgenerator.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three servers that know each other, of which two are a majority.
 *
 * @param <S> the kind of server
 */
public abstract class Ensemble<S extends ServerProcess> implements AutoCloseable {
    private static final int SERVERS = 3;

    private final List<S> servers;

    /** Takes over servers that are not running yet. */
    Ensemble(List<S> servers) {
        this.servers = servers;
    }

    /** Makes something for each server, of its number from 0. */
    static <T> List<T> each(IntFunction<T> made) {
        return IntStream.range(0, SERVERS).mapToObj(made).toList();
    }

    /** Starts all servers; returns when they answer, which none does before there is a majority. */
    public void start() {
        servers.forEach(ServerProcess::begin);
        servers.forEach(ServerProcess::awaitAnswer);
    }

    public List<S> servers() {
        return servers;
    }

    /** Returns the server that leads the others, or empty while there is none. */
    public Optional<S> leader() {
        return servers.stream().filter(this::leads).findFirst();
    }

    abstract boolean leads(S server);

    abstract String address(S server);

    /** Returns the addresses for clients, with a comma between two. */
    public String addresses() {
        return servers.stream().map(this::address).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::close);
    }
}
