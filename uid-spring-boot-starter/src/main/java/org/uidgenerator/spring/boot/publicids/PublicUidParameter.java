package org.uidgenerator.spring.boot.publicids;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.jackson.PublicUidFormat;

/**
 * Reads parameters that are marked with {@link PublicUid}. They are read when they are resolved, not by a converter:
 * where a converter fails, Spring falls back to reading a plain number, which would be the UID itself.
 */
final class PublicUidParameter {
    private final Supplier<PublicUidFormat> format;

    PublicUidParameter(Supplier<PublicUidFormat> format) {
        this.format = format;
    }

    static boolean isOne(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(PublicUid.class);
    }

    /**
     * Returns the UID for what a request has.
     *
     * @param value a text, null if there is none, or several texts
     * @throws MethodArgumentTypeMismatchException if it is no public form, which is status 400
     */
    @Nullable
    Object parse(@Nullable Object value, String name, MethodParameter parameter) {
        if (value == null) {
            return null;
        }
        try {
            return format.get().parse(requireSingle(value));
        } catch (IllegalArgumentException e) {
            throw new MethodArgumentTypeMismatchException(value, Long.class, name, parameter, e);
        }
    }

    private static String requireSingle(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a public UID must be given once");
    }
}
