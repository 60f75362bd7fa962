package org.uidgenerator.etcd;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

/** A step of etcd, which does all of it if what is compared holds, else nothing. For one thread. */
final class Transaction {
    /** etcd refuses more than 128, unless {@code --max-txn-ops} says otherwise. */
    static final int MOST_READS = 100;

    private final JsonArray comparisons = new JsonArray();
    private final JsonArray operations = new JsonArray();

    /**
     * The answer to a transaction.
     *
     * @param done whether what was compared holds
     * @param read what each operation has read
     * @param revision that of the store, which is that of the keys which it has written
     * @param now the time of the server that answered
     */
    record Outcome(boolean done, List<List<Entry>> read, long revision, Instant now) {}

    /** Requires that a key is not there. */
    Transaction ifAbsent(String key) {
        return compare(key, "VERSION", "version", "EQUAL", 0);
    }

    /** Requires that a key is there. */
    Transaction ifPresent(String key) {
        return compare(key, "VERSION", "version", "GREATER", 0);
    }

    /** Requires that a key has not been written since a revision. */
    Transaction ifUnchanged(String key, long revision) {
        return compare(key, "MOD", "mod_revision", "EQUAL", revision);
    }

    private Transaction compare(String key, String target, String name, String result, long number) {
        JsonObject comparison = new JsonObject();
        comparison.addProperty("key", Entry.base64(key));
        comparison.addProperty("target", target);
        comparison.addProperty("result", result);
        comparison.addProperty(name, Long.toString(number));
        comparisons.add(comparison);
        return this;
    }

    Transaction get(String key) {
        return add("request_range", new JsonObject(), key);
    }

    /** Reads the first keys of a range, in their order, with their values. */
    Transaction getRange(String first, String last, int most) {
        JsonObject range = range(last);
        range.addProperty("limit", Integer.toString(most));
        return add("request_range", range, first);
    }

    /** Reads all keys of a range. */
    Transaction getKeys(String first, String last) {
        return add("request_range", range(last), first);
    }

    /** Reads the last key of a range, without its value. */
    Transaction getLastKey(String first, String last) {
        JsonObject range = range(last);
        range.addProperty("limit", "1");
        range.addProperty("sort_order", "DESCEND");
        range.addProperty("keys_only", true);
        return add("request_range", range, first);
    }

    private static JsonObject range(String last) {
        JsonObject range = new JsonObject();
        range.addProperty("range_end", Entry.base64(Keys.after(last)));
        return range;
    }

    Transaction put(String key, String value) {
        JsonObject put = new JsonObject();
        put.addProperty("value", Entry.base64(value));
        return add("request_put", put, key);
    }

    /** Writes a key that is there, with the value that it has, and reads what it was before. */
    Transaction putAgain(String key) {
        JsonObject put = new JsonObject();
        put.addProperty("ignore_value", true);
        put.addProperty("prev_kv", true);
        return add("request_put", put, key);
    }

    Transaction delete(String key) {
        return add("request_delete_range", new JsonObject(), key);
    }

    private Transaction add(String kind, JsonObject request, String key) {
        request.addProperty("key", Entry.base64(key));
        JsonObject operation = new JsonObject();
        operation.add(kind, request);
        operations.add(operation);
        return this;
    }

    JsonObject request() {
        JsonObject request = new JsonObject();
        request.add("compare", comparisons);
        request.add("success", operations);
        return request;
    }

    /** Reads what the gateway answers. */
    static Outcome outcome(JsonObject answer, Instant now) {
        boolean done = answer.has("succeeded") && answer.get("succeeded").getAsBoolean();
        return new Outcome(
                done,
                objects(answer, "responses").stream().map(Transaction::entries).toList(),
                Entry.number(answer.getAsJsonObject("header"), "revision"),
                now);
    }

    private static List<Entry> entries(JsonObject response) {
        if (response.has("response_range")) {
            return objects(response.getAsJsonObject("response_range"), "kvs").stream()
                    .map(Entry::of)
                    .toList();
        }
        JsonObject put = response.getAsJsonObject("response_put");
        return put != null && put.has("prev_kv") ? List.of(Entry.of(put.getAsJsonObject("prev_kv"))) : List.of();
    }

    private static List<JsonObject> objects(JsonObject json, String name) {
        JsonArray array = json.getAsJsonArray(name);
        return array == null
                ? List.of()
                : StreamSupport.stream(array.spliterator(), false)
                        .map(JsonElement::getAsJsonObject)
                        .toList();
    }
}
