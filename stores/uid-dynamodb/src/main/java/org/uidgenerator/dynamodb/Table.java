package org.uidgenerator.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The items of a table, read as they are now, and written under a condition.
 *
 * <p>Reads are repeated as the retry strategy of the client says. A conditional write is sent once, whatever that
 * strategy says: repeated after its answer was lost, it would find what it has written itself, and look as if it had
 * been refused.
 */
final class Table {
    /** What DynamoDB allows in one request. */
    static final int READ_TOGETHER = 100;

    /** How often to ask for the same items if none of them is returned, for about two seconds in all. */
    private static final int MOST_FRUITLESS = 6;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private static final SdkPlugin NO_RETRIES =
            client -> client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .build());
    private static final AwsRequestOverrideConfiguration SENT_ONCE =
            AwsRequestOverrideConfiguration.builder().addPlugin(NO_RETRIES).build();

    /** Waits, so that DynamoDB can catch up. */
    interface Pause {
        void rest(Duration time) throws InterruptedException;
    }

    private final DynamoDbClient client;
    private final String name;
    private final boolean mayBeCreated;
    private final StoreTime time;
    private final Pause pause;

    Table(DynamoDbClient client, String name, boolean mayBeCreated, StoreTime time, Pause pause) {
        this.client = client;
        this.name = name;
        this.mayBeCreated = mayBeCreated;
        this.time = time;
        this.pause = pause;
    }

    /** Reads from the table, which is created if there is none and that is allowed. */
    <T> T creatingOnDemand(Supplier<T> reads) {
        try {
            return reads.get();
        } catch (StoreException e) {
            if (!(e.getCause() instanceof ResourceNotFoundException)) {
                throw e;
            }
            NewTable table = new NewTable(client, name);
            if (!mayBeCreated) {
                throw new UidGenerateException(
                        OptionText.of("no worker id from %s: %s, or set {createTable}=true", this, table.byHand()), e);
            }
            answer(table::create);
        }
        return reads.get();
    }

    /** Reads an item, if there is one. */
    Optional<Map<String, AttributeValue>> get(Map<String, AttributeValue> key) {
        GetItemResponse answer = answer(
                () -> client.getItem(request -> request.tableName(name).key(key).consistentRead(true)));
        return answer.hasItem() ? Optional.of(answer.item()) : Optional.empty();
    }

    /** Reads items, by different keys. Those that are not there are left out. */
    List<Map<String, AttributeValue>> getAll(List<Map<String, AttributeValue>> keys) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += READ_TOGETHER) {
            getTogether(keys.subList(from, Math.min(from + READ_TOGETHER, keys.size())), items);
        }
        return items;
    }

    /** DynamoDB returns as many as it can, and the keys of the others. */
    private void getTogether(List<Map<String, AttributeValue>> keys, List<Map<String, AttributeValue>> items) {
        List<Map<String, AttributeValue>> left = keys;
        for (int fruitless = 0; ; ) {
            KeysAndAttributes asked =
                    KeysAndAttributes.builder().keys(left).consistentRead(true).build();
            BatchGetItemResponse answer =
                    answer(() -> client.batchGetItem(request -> request.requestItems(Map.of(name, asked))));
            items.addAll(answer.responses().getOrDefault(name, List.of()));
            KeysAndAttributes unprocessed = answer.unprocessedKeys().get(name);
            if (unprocessed == null || !unprocessed.hasKeys()) {
                return;
            }
            fruitless = unprocessed.keys().size() < left.size() ? 0 : fruitless + 1;
            left = unprocessed.keys();
            if (fruitless == MOST_FRUITLESS) {
                throw new StoreException(
                        "DynamoDB returns none of " + left.size() + " items, however often it is asked; "
                                + Refusal.THROTTLED,
                        null);
            }
            rest(FIRST_PAUSE.multipliedBy(1L << fruitless));
        }
    }

    /** Between half of the time and all of it, so that those that were throttled together come apart. */
    private void rest(Duration longest) {
        try {
            pause.rest(
                    Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest.toNanos() / 2, longest.toNanos())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Refusal.INTERRUPTED, e);
        }
    }

    /** Finds the highest worker id of a range that has an item. */
    OptionalLong highest(String namespace, long first, long last) {
        QueryResponse answer = answer(() -> client.query(request ->
                range(request, namespace, first, last).scanIndexForward(false).limit(1)));
        return answer.items().stream()
                .map(item -> Items.number(item, Items.WORKER_ID))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** Reads the items of a range, in as many portions as DynamoDB returns them. */
    List<Map<String, AttributeValue>> range(String namespace, long first, long last) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> readThrough = Map.of();
        do {
            Map<String, AttributeValue> after = readThrough;
            QueryResponse answer = answer(() -> client.query(request ->
                    range(request, namespace, first, last).exclusiveStartKey(after.isEmpty() ? null : after)));
            items.addAll(answer.items());
            readThrough = answer.lastEvaluatedKey();
        } while (!readThrough.isEmpty());
        return items;
    }

    private QueryRequest.Builder range(QueryRequest.Builder request, String namespace, long first, long last) {
        return request.tableName(name)
                .consistentRead(true)
                .keyConditionExpression("#NAMESPACE = :namespace AND #WORKER_ID BETWEEN :first AND :last")
                .expressionAttributeNames(names(Set.of(Items.NAMESPACE, Items.WORKER_ID)))
                .expressionAttributeValues(Map.of(
                        ":namespace", Items.text(namespace),
                        ":first", Items.number(first),
                        ":last", Items.number(last)));
    }

    /**
     * Adds an item if there is none of its key.
     *
     * @return false if there is one; it was then surely not added by this call
     */
    boolean add(Map<String, AttributeValue> item) {
        return isDone(() -> client.putItem(request -> request.tableName(name)
                .item(item)
                .conditionExpression("attribute_not_exists(#NAMESPACE)")
                .expressionAttributeNames(names(Set.of(Items.NAMESPACE)))
                .overrideConfiguration(SENT_ONCE)));
    }

    /**
     * Changes attributes of an item if it is as expected.
     *
     * @param key the item
     * @param set the new values
     * @param condition what it must be like; names no other attributes than those to change
     * @param expected the values in the condition
     * @return false if it is not, or, unless the condition admits that, there is none; it was then surely not changed
     *     by this call
     */
    boolean update(
            Map<String, AttributeValue> key,
            Map<String, AttributeValue> set,
            String condition,
            Map<String, AttributeValue> expected) {
        Map<String, AttributeValue> values = new HashMap<>(expected);
        set.forEach((attribute, value) -> values.put(":" + attribute, value));
        String changes = String.join(
                ", ",
                set.keySet().stream()
                        .map(attribute -> "#" + attribute + " = :" + attribute)
                        .toList());
        return isDone(() -> client.updateItem(request -> request.tableName(name)
                .key(key)
                .updateExpression("SET " + changes)
                .conditionExpression(condition)
                .expressionAttributeNames(names(set.keySet()))
                .expressionAttributeValues(values)
                .overrideConfiguration(SENT_ONCE)));
    }

    /** Removes an item if it is as expected. */
    void remove(Map<String, AttributeValue> key, String attribute, AttributeValue expected) {
        unlessRefused(() -> client.deleteItem(request -> request.tableName(name)
                .key(key)
                .conditionExpression("#" + attribute + " = :expected")
                .expressionAttributeNames(names(Set.of(attribute)))
                .expressionAttributeValues(Map.of(":expected", expected))
                .overrideConfiguration(SENT_ONCE)));
    }

    /**
     * Raises a number of an item by 1 if it is as expected, possibly several times.
     *
     * @return the new number, or empty if it is not as expected or no number
     */
    OptionalLong raise(
            Map<String, AttributeValue> key, String attribute, String condition, Map<String, AttributeValue> expected) {
        Map<String, AttributeValue> values = new HashMap<>(expected);
        values.put(":one", Items.number(1));
        Consumer<UpdateItemRequest.Builder> raised = request -> request.tableName(name)
                .key(key)
                .updateExpression("ADD #" + attribute + " :one")
                .conditionExpression(condition)
                .expressionAttributeNames(names(Set.of(attribute)))
                .expressionAttributeValues(values)
                .returnValues(ReturnValue.UPDATED_NEW);
        return unlessRefused(() -> client.updateItem(raised))
                .map(answer -> Items.number(answer.attributes(), attribute))
                .orElse(OptionalLong.empty());
    }

    private boolean isDone(Supplier<SdkResponse> write) {
        return unlessRefused(write).isPresent();
    }

    /** Returns the answer to a write, or empty if its condition does not hold. */
    private <T extends SdkResponse> Optional<T> unlessRefused(Supplier<T> write) {
        try {
            return Optional.of(answer(write));
        } catch (StoreException e) {
            if (e.getCause() instanceof ConditionalCheckFailedException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the names of attributes as expressions have them, in which none can be a reserved word. */
    private static Map<String, String> names(Set<String> attributes) {
        Map<String, String> names = new HashMap<>();
        attributes.forEach(attribute -> names.put("#" + attribute, attribute));
        return names;
    }

    /** Translates what the SDK throws, and looks at the date of the answer. */
    private <T extends SdkResponse> T answer(Supplier<T> call) {
        try {
            T answer = call.get();
            time.observe(answer);
            return answer;
        } catch (AbortedException e) {
            throw new StoreException(Refusal.INTERRUPTED, e);
        } catch (SdkException e) {
            throw new StoreException(Refusal.explain(e), e);
        }
    }

    /** Returns what messages call it. */
    @Override
    public String toString() {
        return "DynamoDB " + name;
    }
}
