package org.uidgenerator.persistence.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Makes Hibernate fill a {@code long}, {@code Long} or {@code String} attribute with a number of a counter: 1, 2, 3,
 * taken from a store in ranges.
 *
 * <p>The counter comes from the {@link org.uidgenerator.segment.SegmentIdGenerator} that is the persistence unit's
 * setting {@value UidValueGenerator#SEGMENTS_SETTING} or, without it, the one bean of that type. Its first range is
 * taken when the persistence unit starts, which fails if there is no such counter. A value that is set is kept, such as
 * that of an imported row: neither {@code null} nor 0.
 */
@Documented
@IdGeneratorType(UidValueGenerator.class)
@ValueGenerationType(generatedBy = UidValueGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface UidSegment {
    /** {@return the tag of the counter, 1 to 128 visible ASCII characters} */
    String value();
}
