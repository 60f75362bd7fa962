package org.uidgenerator.client;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * The servers of an id service, any of which may be asked. For one thread at the same time, except {@link #status} and
 * {@link #space}.
 */
final class IdService {
    private final RangeServers servers;
    private final SpaceRule space;
    private @Nullable UidLayout layout;

    /**
     * Makes a service.
     *
     * @param space which id space all servers must have
     * @param layout that of all UIDs, or null for that of the first answer
     */
    IdService(RangeServers servers, SpaceRule space, @Nullable UidLayout layout) {
        this.servers = servers;
        this.space = space;
        this.layout = layout;
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
        List<SpaceQuestion> questions = servers.askSpaces();
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
     * @throws UidGenerateException if no server has any, as {@link RangeServers#ask} says
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer take(long count, long above) throws InterruptedException {
        String query = above < 0 ? "count=" + count : "count=" + count + "&after=" + above;
        return servers.ask(server -> {
            RangeAnswer answer =
                    server.ask("/api/ranges?" + query, (space, body) -> RangeAnswer.parse(space, body, above));
            requireLayout(answer.layout());
            space.require(server.uri, answer.space());
            layout = answer.layout(); // of the first answer that is used, as the space
            server.succeeded(answer.ranges().size());
            return answer;
        });
    }

    private void requireLayout(UidLayout answered) throws IOException {
        if (layout != null && !layout.equals(answered)) {
            throw new IOException(
                    String.format(Locale.ROOT, "its layout must be %s: layout=%s", layout.text(), answered.text()));
        }
    }

    /** Returns the text of the id space, or nothing if no server has named one. From any thread. */
    Optional<String> space() {
        return space.space();
    }

    /** Returns the server that has answered last, or nothing if none has. From any thread. */
    Optional<ServerStatus> last() {
        return servers.last();
    }

    /** What the servers do. From any thread. */
    List<ServerStatus> status() {
        return servers.status();
    }

    /** Returns where the servers are, as far as that is known. */
    @Override
    public String toString() {
        return servers.toString();
    }
}
