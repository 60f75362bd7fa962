package org.uidgenerator.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * The servers of an id service, any of which may be asked. For one thread at the same time, except {@link #status} and
 * {@link #space}.
 */
final class IdService {
    private final List<RangeServer> servers;
    private final SpaceRule space;
    private final Random random;
    private @Nullable UidLayout layout;

    /**
     * Makes a service.
     *
     * @param space which id space all servers must have
     * @param layout that of all UIDs, or null for that of the first answer
     * @param random chooses the server for each request, so that all get their share of them
     */
    IdService(List<RangeServer> servers, SpaceRule space, @Nullable UidLayout layout, Random random) {
        this.servers = servers;
        this.space = space;
        this.layout = layout;
        this.random = random;
    }

    /**
     * Takes the first ranges, and asks all servers meanwhile which id space they have.
     *
     * @param count how many UIDs are wanted
     * @param patienceNanos how long servers are waited for that have not named a space when the ranges are there
     * @throws UidGenerateException if no server has any ranges, as {@link #take} says, or servers name several spaces
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer takeFirst(long count, long patienceNanos) throws InterruptedException {
        List<SpaceQuestion> questions = servers.size() == 1
                ? List.of()
                : servers.stream().map(RangeServer::askSpace).toList();
        try {
            RangeAnswer first = take(count, -1);
            requireOneSpace(questions, patienceNanos);
            return first;
        } finally {
            questions.forEach(SpaceQuestion::close);
        }
    }

    private void requireOneSpace(List<SpaceQuestion> questions, long patienceNanos) throws InterruptedException {
        long start = System.nanoTime();
        for (SpaceQuestion question : questions) {
            try {
                question.hold(space, patienceNanos - (System.nanoTime() - start));
            } catch (OtherSpaceException e) {
                throw new UidGenerateException(
                        "the servers of an id service must have one id space, or their UIDs may be equal: "
                                + question.server() + ": " + e.getMessage(),
                        e);
            }
        }
    }

    /**
     * Takes ranges from one of the servers. Waits for each of them at most as long as an answer may take.
     *
     * @param count how many UIDs are wanted
     * @param above all of them are to be greater than this one; -1 for any
     * @throws UidGenerateException if no server has any; its cause is what the last one that was asked said, to which
     *     what the others said is added as suppressed
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer take(long count, long above) throws InterruptedException {
        List<RangeServer> inRandomOrder = new ArrayList<>(servers);
        Collections.shuffle(inRandomOrder, random);
        List<IOException> failures = new ArrayList<>();
        for (RangeServer server : inRandomOrder) {
            if (server.isDue()) {
                try {
                    return take(server, count, above);
                } catch (RefusedException | IOException e) {
                    failures.add(failureOf(server, e));
                }
            }
        }
        throw none(failures);
    }

    private RangeAnswer take(RangeServer server, long count, long above)
            throws RefusedException, IOException, InterruptedException {
        try {
            RangeAnswer answer = server.ask(count, above);
            requireLayout(answer.layout());
            space.require(server.uri, answer.space());
            layout = answer.layout(); // of the first answer that is used, as the space
            server.succeeded(answer);
            return answer;
        } catch (RefusedException e) {
            if (e.reason() != RefusedException.Reason.TOO_FAR_AHEAD) { // that is no fault of the server's
                server.failed(e);
            }
            throw e;
        } catch (IOException e) {
            server.failed(e);
            throw e;
        }
    }

    private void requireLayout(UidLayout answered) throws IOException {
        if (layout != null && !layout.equals(answered)) {
            throw new IOException(
                    String.format(Locale.ROOT, "its layout must be %s: layout=%s", layout.text(), answered.text()));
        }
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

    /** Returns the text of the id space, or nothing if no server has named one. From any thread. */
    Optional<String> space() {
        return space.space();
    }

    /** What the servers do. From any thread. */
    List<ServerStatus> status() {
        return servers.stream().map(RangeServer::status).toList();
    }
}
