package org.uidgenerator.persistence.internal;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;

/** A field or property that is filled with UIDs, and by which annotation. */
public final class UidTarget {
    private final boolean counted;
    private final String value;
    private final String name;
    private final Class<?> type;

    /**
     * Makes what is filled.
     *
     * @param counted whether a counter fills it, or else a generator
     * @param value the tag of the counter, or the name of the generator, empty for the only one
     * @param type its type in the class that is filled
     * @throws IllegalStateException if it can hold no such number
     */
    public UidTarget(boolean counted, String value, Class<?> owner, String property, Class<?> type) {
        this.counted = counted;
        this.value = value;
        this.type = type;
        name = owner.getName() + "." + property;
        boolean wide = type == long.class || type == Long.class || type == String.class;
        boolean narrow = type == int.class || type == Integer.class;
        if (!wide && !(counted && narrow)) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s must be on a long, Long%s or String: %s is of type %s",
                    annotation(),
                    counted ? ", int, Integer" : "",
                    name,
                    type.getSimpleName()));
        }
    }

    /**
     * Returns what is filled, or null if it is not annotated.
     *
     * @throws IllegalStateException if it has both annotations, or can hold no UID
     */
    public static @Nullable UidTarget of(
            @Nullable Uid uid, @Nullable UidSegment segment, Class<?> owner, String property, Class<?> type) {
        if (uid != null && segment != null) {
            throw new IllegalStateException(
                    "@Uid and @UidSegment exclude each other: " + owner.getName() + "." + property + " has both");
        }
        if (uid != null) {
            return new UidTarget(false, uid.value(), owner, property, type);
        }
        return segment != null ? new UidTarget(true, segment.value(), owner, property, type) : null;
    }

    /**
     * Returns what is filled, or null if the field or method is not annotated.
     *
     * @param type its type in the class that is filled
     * @throws IllegalStateException if it has both annotations, or can hold no UID
     */
    public static <M extends AnnotatedElement & Member> @Nullable UidTarget of(M member, Class<?> type) {
        return of(
                member.getAnnotation(Uid.class),
                member.getAnnotation(UidSegment.class),
                member.getDeclaringClass(),
                member.getName(),
                type);
    }

    /** Returns the type of what fills it. */
    public Class<?> sourceType() {
        return counted ? SegmentIdGenerator.class : UidGenerator.class;
    }

    /** Finds what hands out its UIDs, or throws a {@link RuntimeException} if there is no such generator or counter. */
    public UidSource find(UidSources sources) {
        return counted
                ? tag(sources.find(this, SegmentIdGenerator.class, ""))
                : sources.find(this, UidGenerator.class, value);
    }

    /** Returns a UID, or empty if only a thread that may wait can take one, or find out why there is none. */
    public static OptionalLong takeReady(@Nullable UidSource source) {
        try {
            return source == null ? OptionalLong.empty() : source.tryGetUID(Duration.ZERO);
        } catch (UidGenerateException e) {
            return OptionalLong.empty();
        }
    }

    private UidSource tag(SegmentIdGenerator segments) {
        try {
            return segments.tag(value);
        } catch (IllegalArgumentException | UidGenerateException e) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "%s: %s; tags in use: %s",
                            this,
                            e.getMessage(),
                            segments.status().stream().map(SegmentStatus::tag).toList()),
                    e);
        }
    }

    /** Returns whether what it holds is to be filled. */
    public static boolean isEmpty(@Nullable Object held) {
        return held == null || (held instanceof Number number && number.longValue() == 0);
    }

    /** Returns what it holds for a UID, or throws an {@link IllegalStateException} if it is too narrow for that. */
    public Object value(long uid) {
        if (type == String.class) {
            return Long.toString(uid);
        }
        if (type == long.class || type == Long.class) {
            return uid;
        }
        if (uid > Integer.MAX_VALUE) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "%s: the counter has outgrown an int: %d", this, uid));
        }
        return (int) uid;
    }

    private String annotation() {
        String annotation = counted ? "@UidSegment" : "@Uid";
        return value.isEmpty() ? annotation : annotation + "(\"" + value + "\")";
    }

    /** Returns what messages say, such as {@code @Uid on com.example.Order.id}. */
    @Override
    public String toString() {
        return annotation() + " on " + name;
    }
}
