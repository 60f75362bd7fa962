package org.uidgenerator.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;

/**
 * The store identity of the leases or counters of a namespace: the field {@code IDENTITY} of a hash, as durable as the
 * leases, and written with the commands that they need.
 */
record IdentityHash(String name, String key, Primary primary, Durability durability) implements StoreIdentityRecord {
    private static final String FIELD = "IDENTITY";

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
            Long added = Script.IDENTIFY.run(link, List.of(key), identity.text());
            return added == 1
                    ? durability.written(
                            link,
                            true,
                            key,
                            same -> find(same).filter(identity::equals).isPresent(),
                            "it was lost in a crash or a failover, or deleted")
                    : PendingWrite.confirmed(false);
        });
        return written.confirm();
    }
}
