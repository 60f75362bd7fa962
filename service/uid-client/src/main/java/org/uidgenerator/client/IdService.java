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
 * {@link #identity}.
 */
final class IdService {
    private final RangeServers servers;
    private final IdentityRule identity;
    private @Nullable UidLayout layout;

    /**
     * Makes a service.
     *
     * @param identity which store identity all servers must have
     * @param layout that of all UIDs, or null for that of the first answer
     */
    IdService(RangeServers servers, IdentityRule identity, @Nullable UidLayout layout) {
        this.servers = servers;
        this.identity = identity;
        this.layout = layout;
    }

    /**
     * Takes the first ranges, and asks all servers meanwhile which store identity they have.
     *
     * @param count how many UIDs are wanted
     * @param patienceNanos how long servers are waited for that have not named an identity when the ranges are there
     * @throws UidGenerateException if no server has any ranges, as {@link #take} says, or servers name several
     *     identities
     * @throws InterruptedException if the thread is interrupted
     */
    RangeAnswer takeFirst(long count, long patienceNanos) throws InterruptedException {
        List<IdentityQuestion> questions = servers.askIdentities();
        try {
            RangeAnswer first = take(count, -1);
            requireOneIdentity(questions, patienceNanos);
            return first;
        } finally {
            questions.forEach(IdentityQuestion::close);
        }
    }

    private void requireOneIdentity(List<IdentityQuestion> questions, long patienceNanos) throws InterruptedException {
        long start = System.nanoTime();
        for (IdentityQuestion question : questions) {
            try {
                question.hold(identity, patienceNanos - (System.nanoTime() - start));
            } catch (OtherIdentityException e) {
                throw new UidGenerateException(
                        "the servers of an id service must have one store identity, or their UIDs may be equal: "
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
                    server.ask("/api/ranges?" + query, (identity, body) -> RangeAnswer.parse(identity, body, above));
            requireLayout(answer.layout());
            identity.require(server.uri, answer.identity());
            layout = answer.layout(); // of the first answer that is used, as the identity
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

    /** Returns the text of the store identity, or nothing if no server has named one. From any thread. */
    Optional<String> identity() {
        return identity.identity();
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
