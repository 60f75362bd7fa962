package org.uidgenerator.persistence.jdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes {@link UidCallback} fill the {@code long}, {@code Long} or {@code String} id of an aggregate root that has none
 * yet with a number of a counter, from the one {@link org.uidgenerator.segment.SegmentIdGenerator} bean.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface UidSegment {
    /**
     * Returns the tag of the counter.
     *
     * @return the tag, 1 to 128 visible ASCII characters
     */
    String value();
}
