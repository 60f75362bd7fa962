package org.uidgenerator.etcd;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A key and its value, as etcd keeps them.
 *
 * @param value empty also if only the key was read
 * @param revision that of the last write of the key, which no other write has
 * @param version how often the key was written since it was there
 */
record Entry(String key, String value, long revision, long version) {
    private static final int LONGEST_QUOTE = 64;

    static Entry of(JsonObject json) {
        return new Entry(text(json, "key"), text(json, "value"), number(json, "mod_revision"), number(json, "version"));
    }

    /** Numbers of 64 bits are texts in the JSON of Protobuf, and zeros are not there. */
    static long number(JsonObject json, String name) {
        JsonElement value = json.get(name);
        return value == null ? 0 : Long.parseLong(value.getAsString());
    }

    private static String text(JsonObject json, String name) {
        JsonElement value = json.get(name);
        return value == null ? "" : new String(Base64.getDecoder().decode(value.getAsString()), StandardCharsets.UTF_8);
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The value, or the beginning of it, for messages. */
    String quote() {
        return value.length() <= LONGEST_QUOTE ? value : value.substring(0, LONGEST_QUOTE) + "...";
    }
}
