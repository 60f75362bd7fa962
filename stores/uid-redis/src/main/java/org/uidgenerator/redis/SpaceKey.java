package org.uidgenerator.redis;

import java.util.Objects;
import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.worker.lease.LeaseStoreException;

/**
 * The id space of a namespace, the text in one key, which leases and counters share. It is as durable as they are.
 *
 * @param keys the keys of the namespace
 * @param primary the server
 * @param durability what the server may lose
 */
record SpaceKey(Keys keys, Primary primary, Durability durability) implements IdSpaceRecord {
    @Override
    public String name() {
        return keys.namespace();
    }

    @Override
    public Optional<IdSpace> find() {
        return primary.call(link -> {
            durability.require(link, "Redis");
            return find(link);
        });
    }

    private Optional<IdSpace> find(Link link) {
        return Optional.ofNullable(link.commands().get(keys.space())).map(this::parse);
    }

    private IdSpace parse(String text) {
        try {
            return IdSpace.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LeaseStoreException(
                    OptionText.of(
                            "%s holds no id space: \"%s\"; rename that key, or choose another {namespace}",
                            keys.space(), text),
                    e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        PendingWrite<Boolean> written = primary.call(link -> {
            durability.require(link, "Redis");
            return Boolean.TRUE.equals(link.commands().setnx(keys.space(), space.text()))
                    ? durability.written(link, true, same -> requireStillThere(same, space))
                    : PendingWrite.confirmed(false);
        });
        return written.confirm();
    }

    private void requireStillThere(Link link, IdSpace space) {
        if (!Objects.equals(find(link).orElse(null), space)) {
            throw new LeaseStoreException(
                    keys.space() + " no longer has what was written " + Durability.GRACE
                            + " ago: it was lost in a crash or a failover, or deleted",
                    null);
        }
    }
}
