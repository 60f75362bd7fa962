package org.uidgenerator.jackson;

import org.jspecify.annotations.Nullable;

/** The place of UIDs in a property that is marked with {@link PublicUid}. */
enum Place {
    /** The property is a UID. */
    SINGLE,

    /** Elements or values are. */
    CONTENT,

    /** The property is not marked. */
    NOWHERE;

    /**
     * Returns the place in a marked property.
     *
     * @param content the type of elements or values, or null if there are none
     * @param property what messages call it
     * @throws IllegalArgumentException if the property can have no UIDs
     */
    static Place of(Class<?> type, @Nullable Class<?> content, Object property) {
        if (isLong(type)) {
            return SINGLE;
        }
        if (!type.isArray() && content != null && isLong(content)) {
            return CONTENT;
        }
        throw new IllegalArgumentException(
                "@PublicUid must be on a long, a Long, or a collection, map or Optional of Long: " + property);
    }

    static boolean isLong(Class<?> type) {
        return type == long.class || type == Long.class;
    }
}
