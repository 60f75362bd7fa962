package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.lease.LeaseColumns;

/**
 * The scripts, each of which is one atomic step. A write has for {@code KEYS[1]} the hash of a worker id, for
 * {@code KEYS[2]} the sorted set of all worker ids, each with itself for its score, and for {@code KEYS[3]} the sorted
 * set of holders. Ticks and terms are compared as text because the numbers of Lua are doubles. Each script checks
 * everything before its first write to a hash or to the set of worker ids, because Redis does not roll back. What it
 * leaves in the set of holders does no harm, because a row says itself who has it.
 */
enum LeaseScript {
    /**
     * Adds a row, but not one that was deleted or evicted: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER,
     * HELD, LAYOUT.
     */
    INSERT(Lua.MEMBER + """
            if redis.call('HLEN', KEYS[1]) > 0 then
              redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
              return 0
            end
            if redis.call('ZSCORE', KEYS[2], ARGV[1]) then
              return 0
            end
            redis.call('ZADD', KEYS[3], 0, member(ARGV[5], ARGV[1]))
            redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
            local time = redis.call('TIME')
            local now = time[1] .. '.' .. string.format('%06d', time[2])
            redis.call('HSET', KEYS[1], 'TERM', ARGV[2], 'RESERVED_THROUGH', ARGV[3], 'NEXT_RESERVATION', ARGV[4],
                'HOLDER', ARGV[5], 'HELD', ARGV[6], 'LAYOUT', ARGV[7], 'ACQUIRED', now, 'MODIFIED', now)
            return 1
            """),

    /**
     * Replaces a row: worker id, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD, and the three of the fence.
     * Puts back what the sorted sets have lost about it.
     */
    UPDATE(Lua.MEMBER + """
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
            redis.call('ZADD', KEYS[3], 0, member(ARGV[5], ARGV[1]))
            redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
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
    DELETE(Lua.MEMBER + """
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

    /** Reads the worker ids of a range that have a row. {@code KEYS[1]} is the sorted set of all. */
    RANGE("""
            return redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'BYSCORE')
            """),

    /**
     * Reads the rows of the given worker ids, without the names of their fields, which would be most of the answer.
     * {@code KEYS[1]} is the sorted set of all, those after it are the hashes.
     */
    READ("""
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
     * Reads what a launch asks first, for a range and possibly a holder: the time, the hash {@code KEYS[1]} of the id
     * identity, the highest worker id, and those that the holder had last.
     */
    SURVEY("""
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
     * Deals a worker id: the lowest one. Doubles hold every one that fits into a layout. The number is beside the id
     * identity {@code KEYS[1]}, and not there before it, because the store identity goes only into an empty hash.
     */
    DEAL("""
            local lowest = tonumber(ARGV[1])
            if not redis.call('HGET', KEYS[1], 'IDENTITY') then
              return lowest
            end
            local before = tonumber(redis.call('HGET', KEYS[1], 'DEALT')) or -1
            local dealt = math.max(before + 1, lowest)
            redis.call('HSET', KEYS[1], 'DEALT', string.format('%.0f', dealt))
            return dealt
            """);

    /** What scripts have in common. */
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
    }

    private final String text;

    LeaseScript(String text) {
        this.text = text;
    }

    /**
     * Writes a row.
     *
     * @return whether it was as expected
     */
    boolean write(Link link, Keys keys, long workerId, Object... values) {
        String[] arguments = Stream.concat(Stream.of(workerId), Stream.of(values))
                .map(Object::toString)
                .toArray(String[]::new);
        Long written = Script.run(
                link,
                text,
                ScriptOutputType.INTEGER,
                List.of(keys.lease(workerId), keys.index(), keys.holders()),
                arguments);
        return written == 1;
    }

    /** Reads the members of the set of worker ids that are in a range, or next to it if they are beyond doubles. */
    static List<String> range(Link link, Keys keys, long first, long last) {
        return Script.run(
                link,
                RANGE.text,
                ScriptOutputType.MULTI,
                List.of(keys.index()),
                Long.toString(first),
                Long.toString(last));
    }

    /**
     * Reads what a launch asks first: lists of the time, the store identity, the highest worker id and the holder's
     * own.
     */
    static List<List<String>> overview(Link link, Keys keys, long first, long last, Optional<String> holder) {
        return Script.run(
                link,
                SURVEY.text,
                ScriptOutputType.MULTI,
                List.of(keys.identity(), keys.index(), keys.holders()),
                Stream.concat(Stream.of(Long.toString(first), Long.toString(last)), holder.stream())
                        .toArray(String[]::new));
    }

    /** Deals a worker id. */
    static long deal(Link link, Keys keys, long lowest) {
        return Script.<Long>run(
                link, DEAL.text, ScriptOutputType.INTEGER, List.of(keys.identity()), Long.toString(lowest));
    }

    /**
     * Reads rows.
     *
     * @return for each worker id the values of its {@linkplain LeaseColumns#NAMES fields}: none if there is no row,
     *     null if the set says that there was one
     */
    static List<@Nullable List<@Nullable String>> read(Link link, Keys keys, List<Long> workerIds) {
        Stream<String> hashes = workerIds.stream().map(keys::lease);
        return Script.run(
                link,
                READ.text,
                ScriptOutputType.MULTI,
                Stream.concat(Stream.of(keys.index()), hashes).toList(),
                workerIds.stream().map(String::valueOf).toArray(String[]::new));
    }
}
