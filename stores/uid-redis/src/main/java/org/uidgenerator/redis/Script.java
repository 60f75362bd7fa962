package org.uidgenerator.redis;

import static io.lettuce.core.ScriptOutputType.INTEGER;
import static io.lettuce.core.ScriptOutputType.MULTI;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.stream.Stream;
import org.uidgenerator.worker.lease.store.LeaseColumns;

/**
 * A script, which is one atomic step. The server keeps it once it has run it.
 *
 * <p>A write of a lease has for {@code KEYS[1]} the hash of a worker id, for {@code KEYS[2]} the sorted set of all
 * worker ids, each with itself for its score, and for {@code KEYS[3]} the sorted set of holders. Ticks and terms are
 * compared as text because the numbers of Lua are doubles, and so are the numbers of counters. Each script checks
 * everything before its first write to a hash or to the set of worker ids, because Redis does not roll back. What it
 * leaves in the set of holders does no harm, because a row says itself who has it.
 */
enum Script {
    /**
     * Adds a row, but not one that was deleted or evicted: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER,
     * HELD, LAYOUT. Answers 1 if it was added.
     */
    INSERT(INTEGER, Lua.MEMBER + """
            if redis.call('HLEN', KEYS[1]) > 0 then
              redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
              return 0
            end
            if redis.call('ZSCORE', KEYS[2], ARGV[1]) then
              return 0
            end
            """ + Lua.WRITE + """
            redis.call('HSET', KEYS[1], 'LAYOUT', ARGV[7], 'ACQUIRED', now)
            return 1
            """),

    /**
     * Replaces a row: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD, and the three of the fence.
     * Puts back what the sorted sets have lost about it. Answers 1 if it was replaced.
     */
    UPDATE(INTEGER, Lua.MEMBER + """
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
            local row = redis.call('HMGET', KEYS[1], 'TERM', 'RESERVED_THROUGH', 'HOLDER')
            if row[1] ~= ARGV[7] or not row[2] or less(row[2], ARGV[8]) or less(ARGV[9], row[2]) then
              return 0
            end
            if row[3] and row[3] ~= ARGV[5] then
              redis.call('ZREM', KEYS[3], member(row[3], ARGV[1]))
            end
            """ + Lua.WRITE + """
            if ARGV[2] ~= ARGV[7] then
              redis.call('HSET', KEYS[1], 'ACQUIRED', now)
            end
            return 1
            """),

    /** Removes a row: worker id, TERM. */
    DELETE(INTEGER, Lua.MEMBER + """
            local row = redis.call('HMGET', KEYS[1], 'TERM', 'HOLDER')
            if row[1] ~= ARGV[2] then
              return 0
            end
            if row[2] then
              redis.call('ZREM', KEYS[3], member(row[2], ARGV[1]))
            end
            redis.call('ZREM', KEYS[2], ARGV[1])
            redis.call('DEL', KEYS[1])
            return 1
            """),

    /**
     * Reads the worker ids of a range that have a row, or next to it if they are beyond doubles. {@code KEYS[1]} is the
     * sorted set of all.
     */
    RANGE(MULTI, """
            return redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'BYSCORE')
            """),

    /**
     * Reads the rows of the given worker ids, without the names of their fields, which would be most of the answer.
     * {@code KEYS[1]} is the sorted set of all, those after it are the hashes. Answers for each worker id the values of
     * {@link LeaseColumns#NAMES}: none if there is no row, null if the set says that there was one.
     */
    READ(MULTI, """
            local rows = {}
            for i = 2, #KEYS do
              local row = redis.call('HMGET', KEYS[i], '%s')
              if not row[1] and redis.call('HLEN', KEYS[i]) == 0 then
                row = not redis.call('ZSCORE', KEYS[1], ARGV[i - 1]) and {}
              end
              rows[i - 1] = row
            end
            return rows
            """.replace("%s", String.join("', '", LeaseColumns.NAMES))),

    /**
     * Reads what a start asks first, for a range and possibly a holder: the time, the hash {@code KEYS[1]} of the store
     * identity, the highest worker id, and those that the holder had last.
     */
    OVERVIEW(MULTI, """
            local own = {}
            if ARGV[3] then
              local prefix = #ARGV[3] .. ':' .. ARGV[3]
              local members = redis.call('ZRANGE', KEYS[3], '[' .. prefix .. ':', '(' .. prefix .. ';', 'BYLEX')
              for i, member in ipairs(members) do
                own[i] = string.sub(member, #prefix + 2)
              end
            end
            return {redis.call('TIME'), redis.call('HGETALL', KEYS[1]),
                redis.call('ZRANGE', KEYS[2], ARGV[2], ARGV[1], 'BYSCORE', 'REV', 'LIMIT', 0, 1), own}
            """),

    /**
     * Deals a worker id: the lowest one. Doubles hold every one that fits into a layout. The number is beside the store
     * identity {@code KEYS[1]}, and not there before it, because the store identity goes only into an empty hash.
     */
    DEAL(INTEGER, """
            local lowest = tonumber(ARGV[1])
            if not redis.call('HGET', KEYS[1], 'IDENTITY') then
              return lowest
            end
            local before = tonumber(redis.call('HGET', KEYS[1], 'DEALT')) or -1
            local dealt = math.max(before + 1, lowest)
            redis.call('HSET', KEYS[1], 'DEALT', string.format('%.0f', dealt))
            return dealt
            """),

    /** Puts a store identity into the hash {@code KEYS[1]} if that is empty. Answers 1 if it has. */
    IDENTIFY(INTEGER, """
            if redis.call('HLEN', KEYS[1]) > 0 then
              return 0
            end
            redis.call('HSET', KEYS[1], 'IDENTITY', ARGV[1])
            return 1
            """),

    /**
     * Takes numbers of a counter: how many, as many as are left at most; {@code create} for a counter that may be
     * missing. Answers where it stood before and where it stands now; nothing if there is no such counter.
     */
    TAKE(MULTI, Lua.IDENTITY + """
            local before = redis.call('GET', KEYS[1])
            if not before then
              if ARGV[2] ~= 'create' then
                return {}
              end
              before = '0'
            end
            local raised = redis.pcall('INCRBY', KEYS[1], ARGV[1])
            if type(raised) == 'table' and raised.err then
              if not string.find(raised.err, 'overflow') then
                return raised
              end
              redis.call('SET', KEYS[1], '9223372036854775807')
            end
            return {before, redis.call('GET', KEYS[1])}
            """),

    /**
     * Sets a counter back, from the number that it must have to the number that it has then. Answers both, or nothing
     * if it has another number.
     */
    GIVE_BACK(MULTI, Lua.IDENTITY + """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then
              return {}
            end
            redis.call('SET', KEYS[1], ARGV[2])
            return {ARGV[1], ARGV[2]}
            """);

    /** The beginnings and ends that scripts have in common. */
    private static final class Lua {
        /**
         * A member of the set of holders: the length of the name, the name, the worker id. With the length first, none
         * that begins with one name belongs to another, whatever characters they have.
         */
        static final String MEMBER = """
                local function member(holder, workerId)
                  return #holder .. ':' .. holder .. ':' .. workerId
                end
                """;

        /** Writes a row except its layout and its time of acquisition; {@code now} is the time. */
        static final String WRITE = """
                redis.call('ZADD', KEYS[3], 0, member(ARGV[5], ARGV[1]))
                redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
                local time = redis.call('TIME')
                local now = time[1] .. '.' .. string.format('%06d', time[2])
                redis.call('HSET', KEYS[1], 'TERM', ARGV[2], 'RESERVED_THROUGH', ARGV[3], 'NEXT_RESERVATION', ARGV[4],
                    'HOLDER', ARGV[5], 'HELD', ARGV[6], 'MODIFIED', now)
                """;

        /**
         * Leaves the counter {@code KEYS[1]} as it is, and answers only the store identity that is there, or an empty
         * text, unless the hash {@code KEYS[2]} holds the store identity {@code ARGV[3]} or that is empty.
         */
        static final String IDENTITY = """
                if ARGV[3] ~= '' then
                  local identity = redis.call('HGET', KEYS[2], 'IDENTITY') or ''
                  if string.match(identity, '^%C*') ~= ARGV[3] then
                    return {identity}
                  end
                end
                """;
    }

    private final ScriptOutputType type;
    private final String text;

    Script(ScriptOutputType type, String text) {
        this.type = type;
        this.text = text;
    }

    /**
     * Sends the text if the server does not have it: at first, after its restart or failover, or {@code SCRIPT FLUSH}.
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // T goes with the output type, as in Lettuce
    <T> T run(Link link, List<String> keys, Object... arguments) {
        String[] declared = keys.toArray(String[]::new);
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        try {
            return link.await(commands -> commands.evalsha(commands.digest(text), type, declared, texts));
        } catch (RedisNoScriptException notLoaded) {
            return link.await(commands -> commands.eval(text, type, declared, texts));
        }
    }
}
