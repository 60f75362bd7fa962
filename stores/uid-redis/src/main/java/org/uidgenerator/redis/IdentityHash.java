package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;

/**
 * The store identity of the leases or counters of a namespace: the field {@code IDENTITY} of a hash, as durable as the
 * leases, and written with the commands that they need.
 *
 * @param name the namespace
 * @param key the key of the hash
 * @param primary the server
 * @param durability what the server may lose
 */
record IdentityHash(String name, String key, Primary primary, Durability durability) implements StoreIdentityRecord {
    private static final String FIELD = "IDENTITY";
    private static final String INSERT = """
            if redis.call('HLEN', KEYS[1]) > 0 then
              return 0
            end
            redis.call('HSET', KEYS[1], 'IDENTITY', ARGV[1])
            return 1
            """;

    @Override
    public Optional<StoreIdentity> find() {
        return primary.call(link -> {
            durability.require(link);
            return find(link);
        });
    }

    private Optional<StoreIdentity> find(Link link) {
        return of(link.await(commands -> commands.hgetall(key)));
    }

    /** Reads the store identity out of the fields of the hash. */
    Optional<StoreIdentity> of(Map<String, String> fields) {
        return fields.isEmpty() ? Optional.empty() : Optional.of(parse(String.valueOf(fields.get(FIELD))));
    }

    /** Reads what the field says. */
    StoreIdentity parse(String text) {
        try {
            return StoreIdentity.parse(text);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    OptionText.of(
                            "%s is no store identity: %s=%s; choose another {namespace}, or correct the field",
                            key, FIELD, text),
                    e);
        }
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        PendingWrite<Boolean> written = primary.call(link -> {
            durability.require(link);
            Long added = Script.run(link, INSERT, ScriptOutputType.INTEGER, List.of(key), identity.text());
            return added == 1
                    ? durability.written(link, true, same -> requireStillThere(same, identity))
                    : PendingWrite.confirmed(false);
        });
        return written.confirm();
    }

    private void requireStillThere(Link link, StoreIdentity identity) {
        if (!Objects.equals(find(link).orElse(null), identity)) {
            throw new StoreException(
                    key + " no longer has what was written " + Durability.GRACE
                            + " ago: it was lost in a crash or a failover, or deleted",
                    null);
        }
    }
}
