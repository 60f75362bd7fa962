package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.List;

/**
 * The scripts that move a counter, {@code KEYS[1]}, if the hash {@code KEYS[2]} holds a store identity,
 * {@code ARGV[3]}. Numbers stay text: Lua has none that are exact beyond 2^53.
 */
enum CounterScript {
    /** Takes numbers: how many, as many as are left at most; {@code create} for a counter that may be missing. */
    TAKE("""
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

    /** Sets a counter back: where it must stand, where it stands then. */
    GIVE_BACK("""
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then
              return {}
            end
            redis.call('SET', KEYS[1], ARGV[2])
            return {ARGV[1], ARGV[2]}
            """);

    private final String text;

    CounterScript(String text) {
        this.text = """
                if ARGV[3] ~= '' then
                  local identity = redis.call('HGET', KEYS[2], 'IDENTITY') or ''
                  if string.match(identity, '^%C*') ~= ARGV[3] then
                    return {identity}
                  end
                end
                """ + text;
    }

    /**
     * Moves a counter.
     *
     * @param identity the store identity that must be there, or empty if that does not matter
     * @return where the counter stood before and where it stands now; none if there is no such counter or it stands
     *     elsewhere; only the store identity that is there, or an empty text, if it is another one
     */
    List<String> run(Link link, Keys keys, String tag, Object first, Object second, String identity) {
        return Script.run(
                link,
                text,
                ScriptOutputType.MULTI,
                List.of(keys.counter(tag), keys.counterIdentity()),
                first.toString(),
                second.toString(),
                identity);
    }
}
