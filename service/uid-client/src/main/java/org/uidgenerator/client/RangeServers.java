package org.uidgenerator.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;

/** All servers of an id service, any of which may be asked. For any thread. */
final class RangeServers {
    private final List<RangeServer> servers;
    private final Random random;

    /**
     * Makes a choice of servers.
     *
     * @param random chooses the server for each request, so that all get their share of them
     */
    RangeServers(List<RangeServer> servers, Random random) {
        this.servers = servers;
        this.random = random;
    }

    /**
     * Asks the servers one after the other, until one has answered. Waits for each of them at most as long as an answer
     * may take.
     *
     * @throws UidGenerateException if none has; its cause is what the last one that was asked said, to which what the
     *     others said is added as suppressed
     * @throws InterruptedException if the thread is interrupted
     */
    <T> T ask(Question<T> question) throws InterruptedException {
        List<RangeServer> inRandomOrder = new ArrayList<>(servers);
        Collections.shuffle(inRandomOrder, random);
        List<IOException> failures = new ArrayList<>();
        for (RangeServer server : inRandomOrder) {
            if (server.isDue()) {
                try {
                    return question.of(server);
                } catch (RefusedException e) {
                    if (e.reason() != RefusedException.Reason.TOO_FAR_AHEAD) { // that is no fault of the server's
                        server.failed(e);
                    }
                    failures.add(failureOf(server, e));
                } catch (IOException e) {
                    server.failed(e);
                    failures.add(failureOf(server, e));
                }
            }
        }
        throw none(failures);
    }

    /** Those that are left alone just now have said why before. */
    private UidGenerateException none(List<IOException> failures) {
        if (failures.isEmpty()) {
            for (RangeServer server : servers) {
                failures.add(failureOf(server, server.failure()));
            }
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
        return servers.size() == 1
                ? List.of()
                : servers.stream().map(RangeServer::askSpace).toList();
    }

    /** What the servers do. */
    List<ServerStatus> status() {
        return servers.stream().map(RangeServer::status).toList();
    }

    /** What is asked of a server. */
    @FunctionalInterface
    interface Question<T> {
        T of(RangeServer server) throws RefusedException, IOException, InterruptedException;
    }
}
