package org.uidgenerator.etcd;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.StoredLease;

/** A row as the value of its key: a JSON object with the names of the SQL columns. */
final class LeaseValue {
    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();

    private LeaseValue() {}

    static String of(StoredLease lease) {
        LeaseRow row = lease.row();
        JsonObject value = new JsonObject();
        value.addProperty("TERM", row.term());
        value.addProperty("RESERVED_THROUGH", row.reservedThrough());
        value.addProperty("NEXT_RESERVATION", row.nextReservation());
        value.addProperty("LAYOUT", row.layout());
        value.addProperty("HOLDER", row.holder());
        value.addProperty("HELD", row.held());
        value.addProperty("ACQUIRED", lease.acquired().toString());
        value.addProperty("MODIFIED", lease.modified().toString());
        return JSON.toJson(value);
    }

    /** Reads a row; empty if the text is none. */
    static Optional<StoredLease> parse(long workerId, String text) {
        try {
            JsonObject value = JsonParser.parseString(text).getAsJsonObject();
            LeaseRow row = LeaseRow.of(
                    workerId,
                    number(value, "TERM"),
                    number(value, "RESERVED_THROUGH"),
                    number(value, "NEXT_RESERVATION"),
                    text(value, "LAYOUT"),
                    text(value, "HOLDER"),
                    truth(value, "HELD"));
            return Optional.of(new StoredLease(
                    row, Instant.parse(text(value, "ACQUIRED")), Instant.parse(text(value, "MODIFIED"))));
        } catch (JsonParseException | IllegalStateException | NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String text(JsonObject value, String name) {
        JsonElement element = value.get(name);
        if (element == null || !element.isJsonPrimitive()) {
            throw new IllegalStateException(name);
        }
        return element.getAsString();
    }

    /** Gson itself would cut off what does not fit into a long. */
    private static long number(JsonObject value, String name) {
        return Long.parseLong(text(value, name));
    }

    private static boolean truth(JsonObject value, String name) {
        return switch (text(value, name)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalStateException(name);
        };
    }
}
