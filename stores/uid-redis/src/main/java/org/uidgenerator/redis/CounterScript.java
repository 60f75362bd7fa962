package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.List;

/** Raises a counter, and sets it back. Numbers stay text in the script: Lua has none that are exact beyond 2^53. */
final class CounterScript {
    private static final String TAKE = """
            if ARGV[3] ~= '' then
              local space = redis.call('HGET', KEYS[2], 'SPACE') or ''
              if string.match(space, '^%C*') ~= ARGV[3] then
                return {space}
              end
            end
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
            """;

    private static final String GIVE_BACK = """
            local space = redis.call('HGET', KEYS[2], 'SPACE') or ''
            if string.match(space, '^%C*') ~= ARGV[3] then
              return {space}
            end
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then
              return {}
            end
            redis.call('SET', KEYS[1], ARGV[2])
            return {ARGV[1], ARGV[2]}
            """;

    private CounterScript() {}

    /**
     * Sets a counter back.
     *
     * @param last where it must stand
     * @param before where it stands then
     * @param space the id space that must be there
     * @return the two numbers; none if it stands elsewhere; only the id space that is there, or an empty text, if it is
     *     another one
     */
    static List<String> giveBack(Link link, Keys keys, String tag, long last, long before, String space) {
        return Script.run(
                link,
                GIVE_BACK,
                ScriptOutputType.MULTI,
                List.of(keys.counter(tag), keys.counterSpace()),
                Long.toString(last),
                Long.toString(before),
                space);
    }

    /**
     * Takes numbers, as many as are wanted or left.
     *
     * @param space the id space that must be there, or empty if that does not matter
     * @return where the counter stood before and where it stands now; none if there is no counter; only the id space
     *     that is there, or an empty text, if it is another one
     */
    static List<String> take(Link link, Keys keys, String tag, long length, boolean create, String space) {
        return Script.run(
                link,
                TAKE,
                ScriptOutputType.MULTI,
                List.of(keys.counter(tag), keys.counterSpace()),
                Long.toString(length),
                create ? "create" : "refuse",
                space);
    }
}
