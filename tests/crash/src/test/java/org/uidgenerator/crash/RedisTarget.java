package org.uidgenerator.crash;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.util.function.Consumer;
import org.uidgenerator.testing.RedisServer;

/** Redis. Its administrator is a user of its own. */
final class RedisTarget extends FaultTarget {
    private static final String ADMIN = "admin";

    RedisTarget() {
        super(CrashStore.REDIS);
    }

    private void execute(Consumer<RedisCommands<String, String>> commands) {
        String url = ((RedisServer) server()).url();
        execute(
                url,
                redis -> redis.aclSetuser(
                        ADMIN, AclSetuserArgs.Builder.on().nopass().allKeys().allCommands()),
                true);
        execute(url.replace("//", "//" + ADMIN + ":any@"), commands, false);
    }

    /** @param optional whether it may fail, as once the default user has no rights */
    private static void execute(String url, Consumer<RedisCommands<String, String>> commands, boolean optional) {
        RedisClient client = RedisClient.create(url);
        try {
            commands.accept(client.connect().sync());
        } catch (RedisException e) {
            if (!optional) {
                throw e;
            }
        } finally {
            client.shutdown();
        }
    }

    @Override
    void setRights(boolean granted) {
        execute(redis -> redis.aclSetuser(
                "default",
                granted
                        ? AclSetuserArgs.Builder.allCommands()
                        : AclSetuserArgs.Builder.removeCommand(CommandType.EVALSHA)
                                .removeCommand(CommandType.EVAL)
                                .removeCommand(CommandType.HGETALL)));
    }

    @Override
    void setReadOnly(boolean readOnly) {
        execute(redis -> {
            if (readOnly) {
                redis.replicaof("127.0.0.1", 1); // where no server is, so that it keeps what it has
            } else {
                redis.replicaofNoOne();
            }
        });
    }

    @Override
    void setMemoryFull(boolean full) {
        execute(redis -> redis.configSet("maxmemory", full ? "1" : "0"));
    }

    @Override
    void evict() {
        execute(redis -> {
            redis.configSet("maxmemory-policy", "allkeys-lru");
            redis.configSet("maxmemory", "1");
            try {
                redis.set("anything", "that needs memory");
            } catch (RedisCommandExecutionException outOfMemory) {
                redis.configSet("maxmemory", "1gb"); // by now all that it could evict is gone
            }
        });
    }

    @Override
    void end(StoreFault fault) {
        super.end(fault);
        if (fault == StoreFault.MEMORY_EVICTS) {
            execute(redis -> {
                redis.configSet("maxmemory-policy", "noeviction");
                redis.configSet("maxmemory", "0");
            });
        }
    }

    @Override
    void empty() {
        execute(RedisCommands::flushall);
    }
}
