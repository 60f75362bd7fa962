package org.uidgenerator.jackson;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiPredicate;

/** Asks the user's rule about a field or getter. A mapper can be serialized only if its rule can. */
record PropertyRule(BiPredicate<Class<?>, String> rule) implements Serializable {
    PropertyRule {
        Objects.requireNonNull(rule, "rule");
    }

    /** Constructors and setters do not matter, because only writing changes. */
    boolean chooses(Member member) {
        boolean read = member instanceof Field || (member instanceof Method method && method.getParameterCount() == 0);
        return read && rule.test(member.getDeclaringClass(), nameOf(member));
    }

    private static String nameOf(Member member) {
        String name = member.getName();
        boolean getter = member instanceof Method
                && name.length() > 3
                && name.startsWith("get")
                && Character.isUpperCase(name.charAt(3));
        return getter ? camelCase(name.substring(3)) : name;
    }

    /** Returns {@code id} for {@code ID} and {@code urlId} for {@code URLId}, whatever either Jackson makes of them. */
    private static String camelCase(String name) {
        int capitals = 0;
        while (capitals < name.length() && Character.isUpperCase(name.charAt(capitals))) {
            capitals++;
        }
        int lowered = capitals == 1 || capitals == name.length() ? capitals : capitals - 1;
        return name.substring(0, lowered).toLowerCase(Locale.ROOT) + name.substring(lowered);
    }
}
