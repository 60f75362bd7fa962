package org.uidgenerator.persistence;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an empty {@code long}, {@code Long}, {@code int}, {@code Integer} or {@code String} be filled with a number of
 * a counter before it is stored: the id of an aggregate root of Spring Data, or any field of a parameter of MyBatis or
 * MyBatis-Plus. Empty is what is {@code null} or 0. The counter comes from the one
 * {@link org.uidgenerator.segment.SegmentIdGenerator}. Hibernate has
 * {@linkplain org.uidgenerator.persistence.hibernate.UidSegment one of its own}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface UidSegment {
    /** {@return the tag of the counter, 1 to 128 visible ASCII characters} */
    String value();
}
