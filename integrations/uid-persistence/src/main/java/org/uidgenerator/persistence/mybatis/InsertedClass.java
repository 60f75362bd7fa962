package org.uidgenerator.persistence.mybatis;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.ibatis.reflection.TypeParameterResolver;
import org.uidgenerator.persistence.internal.UidSources;
import org.uidgenerator.persistence.internal.UidTarget;

/**
 * The fields of a class that matter for an insert.
 *
 * @param filled those that are annotated
 * @param containers those that hold a collection, a map or an array, which may contain objects with such fields
 */
record InsertedClass(List<FilledField> filled, List<Field> containers) {
    private static final InsertedClass NOTHING = new InsertedClass(List.of(), List.of());

    private static final ClassValue<InsertedClass> KNOWN = new ClassValue<>() {
        @Override
        protected InsertedClass computeValue(Class<?> type) {
            return inspect(type);
        }
    };

    /** Returns what is known of a class. */
    static InsertedClass of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static InsertedClass inspect(Class<?> inserted) {
        List<FilledField> filled = new ArrayList<>();
        List<Field> containers = new ArrayList<>();
        for (Class<?> type = inserted; type != null; type = type.getSuperclass()) {
            if (isOfTheJdk(type)) {
                break;
            }
            for (Field field : type.getDeclaredFields()) {
                UidTarget target = UidTarget.of(field, typeIn(inserted, field));
                if (target != null) {
                    filled.add(new FilledField(field, target));
                } else if (isContainer(field) && field.trySetAccessible()) {
                    containers.add(field);
                }
            }
            // After the fields, since the annotation of a record's component is on both, and is refused for its field.
            for (Method method : type.getDeclaredMethods()) {
                refuse(method);
            }
        }
        return filled.isEmpty() && containers.isEmpty()
                ? NOTHING
                : new InsertedClass(List.copyOf(filled), List.copyOf(containers));
    }

    /** Returns the type of a field, which may be that of a type parameter, in a class that inherits it. */
    private static Class<?> typeIn(Class<?> inserted, Field field) {
        return TypeParameterResolver.resolveFieldType(field, inserted) instanceof Class<?> type
                ? type
                : field.getType();
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static void refuse(Method getter) {
        UidTarget target = UidTarget.of(getter, getter.getReturnType());
        if (target != null) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "for MyBatis it must be a field that is annotated: %s", target));
        }
    }

    private static boolean isContainer(Field field) {
        Class<?> type = field.getType();
        return !Modifier.isStatic(field.getModifiers())
                && (Collection.class.isAssignableFrom(type)
                        || Map.class.isAssignableFrom(type)
                        || Object[].class.isAssignableFrom(type));
    }

    /** A field that is filled if it is empty. */
    record FilledField(Field field, UidTarget target) {
        FilledField {
            if (Modifier.isFinal(field.getModifiers()) || !field.trySetAccessible()) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT, "a field that is filled must not be final, nor closed to reflection: %s", target));
            }
        }

        void fill(Object owner, UidSources sources) throws IllegalAccessException {
            if (UidTarget.isEmpty(field.get(owner))) {
                field.set(owner, target.value(target.find(sources).getUID()));
            }
        }
    }
}
