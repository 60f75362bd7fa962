package org.uidgenerator.dynamodb;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The store identity of a namespace: the text {@code IDENTITY} of an item beside its leases.
 *
 * @param table the table
 * @param name the namespace
 */
record IdentityItem(Table table, String name) implements StoreIdentityRecord {
    private static final String IDENTITY = "IDENTITY";
    private static final long WHICH = 0;

    private Map<String, AttributeValue> key() {
        return Items.beside(name, WHICH);
    }

    /** Creates the table if there is none and it may be created. */
    @Override
    public Optional<StoreIdentity> find() {
        return table.creatingOnDemand(this::read);
    }

    /** Reads the store identity from a table that is there. */
    Optional<StoreIdentity> read() {
        return table.get(key()).map(item -> parse(Items.text(item, IDENTITY).orElse("")));
    }

    private StoreIdentity parse(String text) {
        try {
            return StoreIdentity.parse(text);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    OptionText.of(
                            "the item NAMESPACE=@%s, WORKER_ID=%d of %s is no store identity: %s=\"%s\"; correct it, or take another {namespace}",
                            name, WHICH, table, IDENTITY, text),
                    e);
        }
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        Map<String, AttributeValue> item = new HashMap<>(key());
        item.put(IDENTITY, Items.text(identity.text()));
        return table.add(item);
    }
}
