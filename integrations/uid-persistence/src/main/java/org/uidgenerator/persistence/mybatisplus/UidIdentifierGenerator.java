package org.uidgenerator.persistence.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Makes UIDs for MyBatis-Plus ids of type {@code ASSIGN_ID}, in place of its own. {@code ASSIGN_UUID} remains a random
 * UUID. An id that is annotated with {@link UidSegment} comes from a counter.
 *
 * <p>Such an id must be a {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code String}. MyBatis-Plus takes an
 * {@code Integer} too and truncates the id to it, which causes duplicates.
 */
public final class UidIdentifierGenerator implements IdentifierGenerator {
    private static final ClassValue<Optional<Field>> COUNTED_ID = new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> entity) {
            return Stream.<Class<?>>iterate(entity, Objects::nonNull, Class::getSuperclass)
                    .flatMap(type -> Stream.of(type.getDeclaredFields()))
                    .filter(field -> field.isAnnotationPresent(UidSegment.class))
                    .findFirst();
        }
    };

    private final Supplier<? extends UidGenerator> generator;
    private final Supplier<? extends @Nullable SegmentIdGenerator> segments;

    /**
     * Makes an identifier generator without counters.
     *
     * @param generator where the UIDs come from; it is not closed here
     */
    public UidIdentifierGenerator(UidGenerator generator) {
        Objects.requireNonNull(generator, "generator");
        this.generator = () -> generator;
        segments = () -> null;
    }

    /**
     * Makes an identifier generator.
     *
     * @param generator says at each id where the UIDs come from
     * @param segments says at each id where the numbers of counters come from, or null if there are no counters
     */
    public UidIdentifierGenerator(
            Supplier<? extends UidGenerator> generator, Supplier<? extends @Nullable SegmentIdGenerator> segments) {
        this.generator = Objects.requireNonNull(generator, "generator");
        this.segments = Objects.requireNonNull(segments, "segments");
    }

    @Override
    public Long nextId(@Nullable Object entity) {
        Optional<Field> counted = entity == null ? Optional.empty() : COUNTED_ID.get(entity.getClass());
        return counted.isPresent()
                ? nextOf(counted.get())
                : Long.valueOf(generator.get().getUID());
    }

    private Long nextOf(Field id) {
        String tag = id.getAnnotation(UidSegment.class).value();
        SegmentIdGenerator segments = this.segments.get();
        if (segments == null) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "@UidSegment(\"%s\") on %s.%s needs a SegmentIdGenerator: there is none",
                    tag,
                    id.getDeclaringClass().getName(),
                    id.getName()));
        }
        return segments.getUID(tag);
    }
}
