package org.uidgenerator.persistence.mybatisplus;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes {@link UidIdentifierGenerator} take the id of an entity from a counter. Stands at the field of the id, beside
 * {@code @TableId(type = IdType.ASSIGN_ID)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface UidSegment {
    /**
     * Returns the tag of the counter.
     *
     * @return the tag, 1 to 128 visible ASCII characters
     */
    String value();
}
