package org.uidgenerator.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;

/** The servers of an id service, any of which may be asked. For any thread. */
final class RangeServers {
    private final ServerList servers;
    private final Random random;
    private volatile @Nullable RangeServer last;

    /**
     * Makes a choice of servers.
     *
     * @param random chooses the server for each request, so that all get their share of them
     */
    RangeServers(ServerList servers, Random random) {
        this.servers = servers;
        this.random = random;
    }

    /**
     * Asks the servers one after the other, until one has answered: those that are due and then, unless they have
     * failed just now, those that are left alone. Waits for each of them at most as long as an answer may take.
     *
     * @throws UidGenerateException if none has; its cause is what the last one that was asked said, to which what the
     *     others said is added as suppressed
     * @throws InterruptedException if the thread is interrupted
     */
    <T> T ask(Question<T> question) throws InterruptedException {
        List<IOException> failures = new ArrayList<>();
        for (RangeServer server : inOrder()) {
            if (server.isDueWithoutOthers()) {
                try {
                    T answer = question.of(server);
                    last = server;
                    return answer;
                } catch (RefusedException e) {
                    servers.failed();
                    if (e.reason() != RefusedException.Reason.TOO_FAR_AHEAD) { // that is no fault of the server's
                        server.failed(e);
                    }
                    failures.add(failureOf(server, e));
                } catch (IOException e) {
                    servers.failed();
                    server.failed(e);
                    failures.add(failureOf(server, e));
                }
            }
        }
        throw none(failures);
    }

    /** Those that are due come first. */
    private List<RangeServer> inOrder() {
        List<RangeServer> inRandomOrder = new ArrayList<>(servers.current());
        Collections.shuffle(inRandomOrder, random);
        List<RangeServer> due = new ArrayList<>();
        List<RangeServer> leftAlone = new ArrayList<>();
        for (RangeServer server : inRandomOrder) {
            (server.isDue() ? due : leftAlone).add(server);
        }
        due.addAll(leftAlone);
        return due;
    }

    /** Those that are left alone just now have said why before. */
    private UidGenerateException none(List<IOException> failures) {
        if (failures.isEmpty()) {
            for (RangeServer server : servers.known()) {
                failures.add(failureOf(server, server.failure()));
            }
        }
        if (failures.isEmpty()) {
            RuntimeException why = servers.failure();
            failures.add(new IOException("none can be named: " + why, why));
        }
        IOException last = failures.remove(failures.size() - 1);
        failures.forEach(last::addSuppressed);
        return new UidGenerateException("no server of the id service hands out a range: " + last.getMessage(), last);
    }

    private static IOException failureOf(RangeServer server, @Nullable Exception why) {
        return new IOException(server.uri + ": " + (why == null ? "no answer" : why.getMessage()), why);
    }

    /** Asks all servers for their id space, if there are several, without waiting for the answers. */
    List<SpaceQuestion> askSpaces() {
        List<RangeServer> all = servers.current();
        return all.size() == 1
                ? List.of()
                : all.stream().map(RangeServer::askSpace).toList();
    }

    /** Returns the server that has answered last, or nothing if none has. */
    Optional<ServerStatus> last() {
        return Optional.ofNullable(last).map(RangeServer::status);
    }

    /** What the servers do. */
    List<ServerStatus> status() {
        return servers.known().stream().map(RangeServer::status).toList();
    }

    /** Returns where they are, as far as that is known. */
    @Override
    public String toString() {
        return servers.toString();
    }

    /** What is asked of a server. */
    @FunctionalInterface
    interface Question<T> {
        T of(RangeServer server) throws RefusedException, IOException, InterruptedException;
    }
}
