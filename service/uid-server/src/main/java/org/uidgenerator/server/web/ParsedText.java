package org.uidgenerator.server.web;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.text.ForeignId;
import org.uidgenerator.text.UidFormat;

/**
 * What a text may be. A number has its forms and readings, an id of another kind has its time and parts.
 *
 * @param text the text
 * @param kind what it is: {@code UID}, {@code UUID version 7}, {@code ULID}, {@code ObjectId}
 * @param uid the number
 * @param forms the number in other forms
 * @param readings what the number would be in the layouts that fit it
 * @param time when the id was made
 * @param parts what else is in the id
 */
record ParsedText(
        String text,
        String kind,
        @Nullable String uid,
        @Nullable Map<String, String> forms,
        @Nullable List<Reading> readings,
        @Nullable Instant time,
        @Nullable List<Part> parts) {

    /**
     * A field of an id.
     *
     * @param name what its specification calls it
     * @param value what is in it
     */
    record Part(String name, String value) {}

    static ParsedText of(String text, ForeignId id) {
        List<Part> parts = id.parts().stream()
                .map(part -> new Part(part.name(), part.value()))
                .toList();
        return new ParsedText(text, id.kind(), null, null, null, id.time().orElse(null), parts);
    }

    static ParsedText of(String text, long uid, List<Reading> readings) {
        return new ParsedText(text, "UID", Long.toString(uid), forms(uid), readings, null, null);
    }

    private static Map<String, String> forms(long uid) {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("decimal", Long.toString(uid));
        forms.put("hex", "0x" + Long.toHexString(uid));
        forms.put("base32", UidFormat.CROCKFORD32.format(uid));
        forms.put("base36", UidFormat.BASE36.format(uid));
        forms.put("base62", UidFormat.BASE62.format(uid));
        return forms;
    }
}
