package org.uidgenerator.crash;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.function.Consumer;
import org.uidgenerator.testing.RedisServer;

/** Redis. Its administrator is a user of its own. */
final class RedisTarget extends FaultTarget {
    private static final String ADMIN = "admin";
    private static final String BYSTANDER = "of-another-application";
    private static final List<String> VOLATILE =
            List.of("volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl");

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
    void fillWithVolatileKeys() {
        execute(redis -> VOLATILE.forEach(policy -> {
            redis.configSet("maxmemory", "0");
            redis.setex(BYSTANDER, 1_000, "with an expiry");
            fill(redis, policy);
            if (redis.exists(BYSTANDER) > 0 || redis.dbsize() == 0) {
                throw new AssertionError(policy + " leaves " + redis.keys("*"));
            }
        }));
    }

    @Override
    void evict(String policy) {
        execute(redis -> {
            fill(redis, policy);
            redis.configSet("maxmemory", "1gb"); // by now all that it could evict is gone
        });
    }

    @Override
    void evictCounter() {
        execute(redis -> {
            if (redis.del("uid:{default}:segment:" + Issuer.TAG) != 1) {
                throw new AssertionError("no counter among " + redis.keys("*"));
            }
        });
    }

    private static void fill(RedisCommands<String, String> redis, String policy) {
        redis.configSet("maxmemory-policy", policy);
        redis.configSet("maxmemory", "1");
        try {
            redis.set(BYSTANDER, "that needs memory");
            throw new AssertionError(policy + " leaves room");
        } catch (RedisCommandExecutionException outOfMemory) {
            // as it should be
        }
    }

    @Override
    void end(StoreFault fault) {
        super.end(fault);
        execute(redis -> {
            redis.configSet("maxmemory-policy", "noeviction");
            redis.configSet("maxmemory", "0");
        });
    }

    @Override
    void empty() {
        execute(RedisCommands::flushall);
    }
}
