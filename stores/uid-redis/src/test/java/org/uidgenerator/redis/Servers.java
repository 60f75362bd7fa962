package org.uidgenerator.redis;

import io.lettuce.core.api.sync.RedisServerCommands;
import org.uidgenerator.test.internal.Patience;

/** Waits for servers to get ready for each other. */
final class Servers {
    private Servers() {}

    static void awaitReplica(RedisServerCommands<String, String> primary) {
        Patience.awaitUntil(() -> primary.info("replication").contains("state=online"));
    }
}
