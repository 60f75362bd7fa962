package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Locale;
import org.hibernate.HibernateException;

/** An attribute of an entity that is filled with UIDs. */
final class UidAttribute {
    private final String annotation;
    private final Member member;
    private final boolean text;

    /**
     * Looks at an attribute.
     *
     * @param annotation what stands at it
     * @param member its field or getter
     * @throws HibernateException if it can hold no UID
     */
    UidAttribute(String annotation, Member member) {
        this.annotation = annotation;
        this.member = member;
        Class<?> type = member instanceof Method getter ? getter.getReturnType() : ((Field) member).getType();
        text = type == String.class;
        if (!text && type != long.class && type != Long.class) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "%s must be on a long, Long or String: %s is of type %s",
                    annotation,
                    name(),
                    type.getSimpleName()));
        }
    }

    private String name() {
        return member.getDeclaringClass().getName() + "." + member.getName();
    }

    /** Returns the attribute's value for a UID. */
    Object value(long uid) {
        return text ? Long.toString(uid) : (Object) uid;
    }

    /** Returns what messages say, such as {@code @Uid on com.example.Order.id}. */
    @Override
    public String toString() {
        return annotation + " on " + name();
    }
}
