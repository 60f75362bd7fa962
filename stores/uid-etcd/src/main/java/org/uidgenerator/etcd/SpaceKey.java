package org.uidgenerator.etcd;

import java.util.List;
import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.worker.lease.LeaseStoreException;

/**
 * The id space of a namespace, in a key of its own.
 *
 * @param gateway the servers
 * @param name the namespace
 * @param key the key
 */
record SpaceKey(Gateway gateway, String name, String key) implements IdSpaceRecord {
    @Override
    public Optional<IdSpace> find() {
        return of(gateway.run(new Transaction().get(key)).read().get(0));
    }

    /** Reads the id space out of what the key has, if it is there. */
    Optional<IdSpace> of(List<Entry> entries) {
        return entries.stream().findFirst().map(this::parse);
    }

    private IdSpace parse(Entry entry) {
        try {
            return IdSpace.parse(entry.value());
        } catch (IllegalArgumentException e) {
            throw new LeaseStoreException(
                    OptionText.of(
                            "the key %s is not an id space: value=\"%s\"; remove it, or take another {namespace}",
                            key, entry.quote()),
                    e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        return gateway.run(new Transaction().ifAbsent(key).put(key, space.text()))
                .done();
    }
}
