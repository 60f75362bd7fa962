package org.uidgenerator.persistence.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.UidTarget;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Makes UIDs for MyBatis-Plus ids of type {@code ASSIGN_ID}, in place of its own. {@code ASSIGN_UUID} remains a random
 * UUID. An id that is annotated with {@link UidSegment} comes from a counter.
 *
 * <p>Such an id must be a {@code long}, {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code String}. Of an
 * {@code int} or {@code Integer} MyBatis-Plus would keep the low 32 bits, which repeat. So a UID for one is refused
 * with an {@code IllegalStateException}, and a number of a counter if it has more bits. An id of 0 is filled like
 * {@code null}.
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

    /** Returns true for an id of 0 as well, which a primitive field has unless it is set. */
    @Override
    public boolean assignId(@Nullable Object idValue) {
        return IdentifierGenerator.super.assignId(idValue) || UidTarget.isEmpty(idValue);
    }

    @Override
    public Long nextId(@Nullable Object entity) {
        if (entity == null) {
            return generator.get().getUID();
        }
        Optional<Field> counted = COUNTED_ID.get(entity.getClass());
        TableInfo table = TableInfoHelper.getTableInfo(entity.getClass());
        boolean truncated = table != null && (table.getKeyType() == Integer.class || table.getKeyType() == int.class);
        if (counted.isEmpty()) {
            require(!truncated, table, "UIDs have more bits than an Integer");
            return generator.get().getUID();
        }
        Long number = nextOf(counted.get());
        require(!truncated || number <= Integer.MAX_VALUE, table, "the counter has outgrown an Integer: " + number);
        return number;
    }

    private static void require(boolean fits, @Nullable TableInfo table, String problem) {
        if (!fits && table != null) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s.%s must be a Long or String: %s",
                    table.getEntityType().getName(),
                    table.getKeyProperty(),
                    problem));
        }
    }

    private Long nextOf(Field id) {
        String tag = id.getAnnotation(UidSegment.class).value();
        SegmentIdGenerator segments = this.segments.get();
        if (segments == null) {
            throw new IllegalStateException(
                    UidTarget.of(id, Long.class) + " needs a SegmentIdGenerator: there is none");
        }
        return segments.getUID(tag);
    }
}
