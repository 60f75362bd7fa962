package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JsonKey;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.annotation.Annotation;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The place of UIDs in a property that is marked with {@link PublicUid}: the property, or its elements or values. */
final class Place {
    private Place() {}

    /**
     * Returns whether the UIDs of a marked property are its elements or values.
     *
     * @param content the type of elements or values, or null if there are none
     * @param property what messages call it
     * @throws IllegalArgumentException if the property can have no UIDs
     */
    static boolean isContent(Class<?> type, @Nullable Class<?> content, Object property) {
        if (isLong(type)) {
            return false;
        }
        if (!type.isArray() && content != null && isLong(content)) {
            return true;
        }
        throw new IllegalArgumentException(
                "@PublicUid must be on a long, a Long, or a collection, map or Optional of Long: " + property);
    }

    /**
     * Refuses a marked UID that is a whole value or key, because Jackson writes and reads these as they are.
     *
     * @param has whether the member has an annotation
     * @param member what messages call it
     * @throws IllegalArgumentException if it is one
     */
    static void requirePart(Predicate<Class<? extends Annotation>> has, Object member) {
        if (has.test(PublicUid.class) && (has.test(JsonValue.class) || has.test(JsonKey.class))) {
            throw new IllegalArgumentException("@PublicUid must not be with @JsonValue or @JsonKey: " + member);
        }
    }

    static boolean isLong(Class<?> type) {
        return type == long.class || type == Long.class;
    }
}
