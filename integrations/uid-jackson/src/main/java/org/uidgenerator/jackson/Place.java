package org.uidgenerator.jackson;

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

    static boolean isLong(Class<?> type) {
        return type == long.class || type == Long.class;
    }
}
