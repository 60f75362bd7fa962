package org.uidgenerator.server.web;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** An object of an answer, as {@code openapi.yaml} describes it. Whole numbers that may have 64 bits are text in it. */
final class JsonObject extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    /** Adds a value that JSON knows, unless it is null. */
    JsonObject with(String name, @Nullable Object value) {
        if (value != null) {
            put(name, value);
        }
        return this;
    }

    /** Adds the text of a value, unless it is null. */
    JsonObject text(String name, @Nullable Object value) {
        return with(name, value == null ? null : value.toString());
    }

    /** Adds what a failure says, if there is one. */
    JsonObject message(String name, @Nullable Throwable failure) {
        return with(name, failure == null ? null : String.valueOf(failure.getMessage()));
    }
}
