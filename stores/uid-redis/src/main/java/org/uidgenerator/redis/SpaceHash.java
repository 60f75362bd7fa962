package org.uidgenerator.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.worker.lease.LeaseStoreException;

/**
 * The id space of the leases or counters of a namespace: the field {@code SPACE} of a hash, as durable as the leases,
 * and written with the commands that they need.
 *
 * @param name the namespace
 * @param key the key of the hash
 * @param primary the server
 * @param durability what the server may lose
 */
record SpaceHash(String name, String key, Primary primary, Durability durability) implements IdSpaceRecord {
    private static final String FIELD = "SPACE";
    private static final String INSERT = """
            if redis.call('HLEN', KEYS[1]) > 0 then
              return 0
            end
            redis.call('HSET', KEYS[1], 'SPACE', ARGV[1])
            return 1
            """;

    @Override
    public Optional<IdSpace> find() {
        return primary.call(link -> {
            durability.require(link);
            return find(link);
        });
    }

    private Optional<IdSpace> find(Link link) {
        return of(link.await(commands -> commands.hgetall(key)));
    }

    /** Reads the id space out of the fields of the hash. */
    Optional<IdSpace> of(Map<String, String> fields) {
        return fields.isEmpty() ? Optional.empty() : Optional.of(parse(String.valueOf(fields.get(FIELD))));
    }

    /** Reads what the field says. */
    IdSpace parse(String text) {
        try {
            return IdSpace.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LeaseStoreException(
                    OptionText.of(
                            "%s is no id space: %s=%s; choose another {namespace}, or correct the field",
                            key, FIELD, text),
                    e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        PendingWrite<Boolean> written = primary.call(link -> {
            durability.require(link);
            Long added = Script.run(link, INSERT, ScriptOutputType.INTEGER, List.of(key), space.text());
            return added == 1
                    ? durability.written(link, true, same -> requireStillThere(same, space))
                    : PendingWrite.confirmed(false);
        });
        return written.confirm();
    }

    private void requireStillThere(Link link, IdSpace space) {
        if (!Objects.equals(find(link).orElse(null), space)) {
            throw new LeaseStoreException(
                    key + " no longer has what was written " + Durability.GRACE
                            + " ago: it was lost in a crash or a failover, or deleted",
                    null);
        }
    }
}
