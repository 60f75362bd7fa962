package org.uidgenerator.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A word in a server's error that says why it refuses, and the way out. If a script was refused, the word is inside the
 * text.
 */
enum Refusal {
    READONLY("this server is a replica: give the client the primary, or the Sentinels that know it"),
    NOAUTH("check the Redis user and password"),
    WRONGPASS("check the Redis user and password"),
    NOPERM(Refusal.RIGHTS),
    CAN_NOT_RUN("can't run this command", Refusal.RIGHTS),
    CAN_NOT_ACCESS("can't access at least one of the keys", Refusal.RIGHTS),
    WRONGTYPE("a key of this namespace is used for something else: choose another namespace, or rename that key"),
    OOM("raise maxmemory or delete other keys; keep maxmemory-policy=noeviction"),
    MISCONF("the server cannot write to its disk: see its log"),
    LOADING("the server has been started and reads its data: try again"),
    MASTERDOWN(
            "this server is a replica that has lost its primary: give the client the primary, or the Sentinels that know it"),
    CLUSTERDOWN("the Cluster has no primary for this namespace now: try again when it has failed over"),
    MOVED("the Cluster has moved this namespace to another server: try again"),
    NOREPLICAS("the server wants more replicas (min-replicas-to-write) than are connected");

    /** What is to be said of a command that had no answer. */
    static final String UNKNOWN = "whether the command was run is unknown";

    private static final String RIGHTS =
            "the user needs the keys uid:* and the commands EVALSHA, EVAL, HGETALL, TIME, HLEN, HMGET, HGET, HSET, ZADD, ZREM, ZSCORE, ZRANGE, DEL, for counters GET, SET, INCRBY, and WAIT if replicas are awaited";

    private final String word;
    private final String wayOut;

    Refusal(String wayOut) {
        word = name();
        this.wayOut = wayOut;
    }

    Refusal(String word, String wayOut) {
        this.word = word;
        this.wayOut = wayOut;
    }

    /** Returns whether a command failed because it had no answer. */
    static boolean isOfNoAnswer(@Nullable Throwable failure) {
        return (failure instanceof RedisException || failure instanceof CancellationException)
                && causes(failure).noneMatch(RedisCommandExecutionException.class::isInstance);
    }

    /** Describes what went wrong, and the way out if one is known. */
    static String explain(RuntimeException failure) {
        if (failure instanceof CancellationException) {
            return "the connection was lost; " + UNKNOWN;
        }
        if (failure instanceof RedisCommandTimeoutException) {
            return failure.getMessage() + "; " + UNKNOWN;
        }
        if (!(failure instanceof RedisConnectionException) && failure.getCause() instanceof IOException lost) {
            return "the connection was lost: " + lost.getMessage() + "; " + UNKNOWN;
        }
        String said = said(failure);
        return Stream.of(values())
                .filter(refusal -> said.contains(refusal.word))
                .findFirst()
                .map(refusal -> said + "; " + refusal.wayOut)
                .orElse(said);
    }

    /** What the server said, or else what the client says and the system below it. */
    private static String said(Throwable failure) {
        String outermost = String.valueOf(failure.getMessage());
        return causes(failure)
                .filter(RedisCommandExecutionException.class::isInstance)
                .findFirst()
                .map(server -> String.valueOf(server.getMessage()))
                .orElseGet(() -> causes(failure)
                        .reduce((outer, inner) -> inner)
                        .map(root -> String.valueOf(root.getMessage()))
                        .filter(root -> !root.equals(outermost))
                        .map(root -> outermost + ": " + root)
                        .orElse(outermost));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
