package org.uidgenerator.dynamodb;

import java.util.Map;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A counter of new worker ids. The number {@code DEALT} of an item beside the leases is the one that was dealt last.
 * One request raises it and returns it, so no two generators that start get the same. Only the first number, and one
 * that has to go up by more, takes two.
 *
 * <p>The client may repeat such a request, whose first answer was lost. A number is then left out.
 */
record DealtItem(Table table, String namespace) {
    private static final String DEALT = "DEALT";
    private static final String HIGH_ENOUGH = "#DEALT >= :below";
    private static final String TOO_LOW = "attribute_not_exists(#DEALT) OR NOT " + HIGH_ENOUGH;
    private static final long WHICH = 1;

    /** One that raises it, one that sets it, and some to spare. */
    private static final int MOST_ATTEMPTS = 3;

    /** Deals a number: at least the lowest, and just that one if others are faster again and again. */
    long deal(long lowest) {
        Map<String, AttributeValue> key = Items.beside(namespace, WHICH);
        Map<String, AttributeValue> below = Map.of(":below", Items.number(lowest - 1));
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            OptionalLong next = table.raise(key, DEALT, HIGH_ENOUGH, below);
            if (next.isPresent()) {
                return next.getAsLong();
            }
            if (table.update(key, Map.of(DEALT, Items.number(lowest)), TOO_LOW, below)) {
                return lowest;
            }
        }
        return lowest;
    }
}
