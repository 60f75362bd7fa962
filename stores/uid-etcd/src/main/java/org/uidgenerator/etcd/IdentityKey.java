package org.uidgenerator.etcd;

import java.util.List;
import java.util.Optional;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;

/**
 * The store identity of a namespace, in a key of its own.
 *
 * @param gateway the servers
 * @param name the namespace
 * @param key the key
 */
record IdentityKey(Gateway gateway, String name, String key) implements StoreIdentityRecord {
    @Override
    public Optional<StoreIdentity> find() {
        return of(gateway.run(new Transaction().get(key)).read().get(0));
    }

    /** Reads the store identity out of what the key has, if it is there. */
    Optional<StoreIdentity> of(List<Entry> entries) {
        return entries.stream().findFirst().map(this::parse);
    }

    private StoreIdentity parse(Entry entry) {
        try {
            return StoreIdentity.parse(entry.value());
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    OptionText.of(
                            "the key %s is not a store identity: value=\"%s\"; remove it, or take another {namespace}",
                            key, entry.quote()),
                    e);
        }
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        return gateway.run(new Transaction().ifAbsent(key).put(key, identity.text()))
                .done();
    }
}
