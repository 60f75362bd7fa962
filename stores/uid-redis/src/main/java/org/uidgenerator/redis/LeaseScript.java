package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scripts, each of which is one atomic step. A write has for {@code KEYS[1]} the hash of a worker id, for
 * {@code KEYS[2]} the set of all. Numbers are compared as text because those of Lua are doubles. Each script checks
 * everything before its first write, because Redis does not roll back.
 */
enum LeaseScript {
    /** Adds a row: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD, LAYOUT. */
    INSERT("""
            local taken = redis.call('HLEN', KEYS[1]) > 0
            redis.call('SADD', KEYS[2], ARGV[1])
            if taken then
              return 0
            end
            local time = redis.call('TIME')
            local now = time[1] .. '.' .. string.format('%06d', time[2])
            redis.call('HSET', KEYS[1], 'TERM', ARGV[2], 'RESERVED_THROUGH', ARGV[3], 'NEXT_RESERVATION', ARGV[4],
                'HOLDER', ARGV[5], 'HELD', ARGV[6], 'LAYOUT', ARGV[7], 'ACQUIRED', now, 'MODIFIED', now)
            return 1
            """),

    /**
     * Replaces a row: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD, and the three of the fence.
     */
    UPDATE("""
            local function less(a, b)
              local negative = string.sub(a, 1, 1) == '-'
              if negative ~= (string.sub(b, 1, 1) == '-') then
                return negative
              end
              if negative then
                a, b = b, a
              end
              if #a ~= #b then
                return #a < #b
              end
              return a < b
            end
            local row = redis.call('HMGET', KEYS[1], 'TERM', 'RESERVED_THROUGH')
            if row[1] ~= ARGV[7] or not row[2] or less(row[2], ARGV[8]) or less(ARGV[9], row[2]) then
              return 0
            end
            local time = redis.call('TIME')
            local now = time[1] .. '.' .. string.format('%06d', time[2])
            redis.call('HSET', KEYS[1], 'TERM', ARGV[2], 'RESERVED_THROUGH', ARGV[3], 'NEXT_RESERVATION', ARGV[4],
                'HOLDER', ARGV[5], 'HELD', ARGV[6], 'MODIFIED', now)
            if ARGV[2] ~= ARGV[7] then
              redis.call('HSET', KEYS[1], 'ACQUIRED', now)
            end
            return 1
            """),

    /** Removes a row: worker id, TERM. */
    DELETE("""
            if redis.call('HGET', KEYS[1], 'TERM') ~= ARGV[2] then
              return 0
            end
            redis.call('SREM', KEYS[2], ARGV[1])
            redis.call('DEL', KEYS[1])
            return 1
            """),

    /** Reads the rows of the given worker ids. {@code KEYS[1]} is the set, those after it are the hashes. */
    READ("""
            local rows = {}
            for i = 2, #KEYS do
              local row = redis.call('HGETALL', KEYS[i])
              if #row == 0 and redis.call('SISMEMBER', KEYS[1], ARGV[i - 1]) == 1 then
                row = false
              end
              rows[i - 1] = row
            end
            return rows
            """);

    private final String text;

    LeaseScript(String text) {
        this.text = text;
    }

    /**
     * Writes a row.
     *
     * @return whether it was as expected
     */
    boolean write(RedisCommands<String, String> commands, Keys keys, long workerId, Object... values) {
        String[] arguments = Stream.concat(Stream.of(workerId), Stream.of(values))
                .map(Object::toString)
                .toArray(String[]::new);
        Long written = Script.run(
                commands, text, ScriptOutputType.INTEGER, List.of(keys.lease(workerId), keys.index()), arguments);
        return written == 1;
    }

    /**
     * Reads rows.
     *
     * @return for each worker id names and values by turns: none if there is no row, null if the set says that there
     *     was one
     */
    static List<@Nullable List<String>> read(RedisCommands<String, String> commands, Keys keys, List<Long> workerIds) {
        Stream<String> hashes = workerIds.stream().map(keys::lease);
        return Script.run(
                commands,
                READ.text,
                ScriptOutputType.MULTI,
                Stream.concat(Stream.of(keys.index()), hashes).toList(),
                workerIds.stream().map(String::valueOf).toArray(String[]::new));
    }
}
