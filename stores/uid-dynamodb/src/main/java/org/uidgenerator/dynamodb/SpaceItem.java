package org.uidgenerator.dynamodb;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.worker.lease.LeaseStoreException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The id space of a namespace: the text {@code SPACE} of an item beside its leases.
 *
 * @param table the table
 * @param name the namespace
 */
record SpaceItem(Table table, String name) implements IdSpaceRecord {
    private static final String SPACE = "SPACE";
    private static final long WHICH = 0;

    private Map<String, AttributeValue> key() {
        return Items.beside(name, WHICH);
    }

    /** Creates the table if there is none and it may be created. */
    @Override
    public Optional<IdSpace> find() {
        return table.creatingOnDemand(this::read);
    }

    /** Reads the id space from a table that is there. */
    Optional<IdSpace> read() {
        return table.get(key()).map(item -> parse(Items.text(item, SPACE).orElse("")));
    }

    private IdSpace parse(String text) {
        try {
            return IdSpace.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LeaseStoreException(
                    OptionText.of(
                            "the item NAMESPACE=@%s, WORKER_ID=%d of %s is no id space: %s=\"%s\"; correct it, or take another {namespace}",
                            name, WHICH, table, SPACE, text),
                    e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        Map<String, AttributeValue> item = new HashMap<>(key());
        item.put(SPACE, Items.text(space.text()));
        return table.add(item);
    }
}
