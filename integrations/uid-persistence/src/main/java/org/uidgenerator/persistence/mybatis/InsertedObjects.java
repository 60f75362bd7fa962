package org.uidgenerator.persistence.mybatis;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.persistence.internal.UidSources;

/** Fills what one statement inserts. */
final class InsertedObjects {
    private final UidSources sources;
    private final String statement;
    private final List<String> generatedKeys;

    /** A parameter may have several names, and collections may contain each other. */
    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Looks at a statement, and at the properties of its parameters that get generated keys. */
    InsertedObjects(UidSources sources, String statement, List<String> generatedKeys) {
        this.sources = sources;
        this.statement = statement;
        this.generatedKeys = generatedKeys;
    }

    /** Fills a parameter, or all that it contains. */
    void fill(@Nullable Object parameter) {
        fill(parameter, true);
    }

    private void fill(@Nullable Object object, boolean isParameter) {
        if (object == null || !visited.add(object)) {
            return;
        }
        if (object instanceof Map<?, ?> map) {
            map.values().forEach(value -> fill(value, isParameter));
        } else if (object instanceof Collection<?> collection) {
            collection.forEach(element -> fill(element, isParameter));
        } else if (object instanceof Object[] array) {
            for (Object element : array) {
                fill(element, isParameter);
            }
        } else {
            fillFields(object, isParameter);
        }
    }

    private void fillFields(Object object, boolean isParameter) {
        InsertedClass type = InsertedClass.of(object.getClass());
        try {
            for (InsertedClass.FilledField field : type.filled()) {
                if (isParameter) {
                    requireNoGeneratedKey(field);
                }
                field.fill(object, sources);
            }
            for (Field field : type.containers()) {
                fill(field.get(object), false);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field was made accessible: " + object.getClass(), e);
        }
    }

    private void requireNoGeneratedKey(InsertedClass.FilledField field) {
        for (String key : generatedKeys) {
            if (key.substring(key.lastIndexOf('.') + 1).equals(field.field().getName())) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "a field must not have a UID and a generated key: %s has keyProperty=%s, and there is %s",
                        statement,
                        key,
                        field.target()));
            }
        }
    }
}
