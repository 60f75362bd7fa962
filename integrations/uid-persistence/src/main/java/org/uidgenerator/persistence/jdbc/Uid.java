package org.uidgenerator.persistence.jdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes {@link UidCallback} fill the {@code long}, {@code Long} or {@code String} id of an aggregate root that has none
 * yet.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Uid {
    /**
     * Returns the name of the generator.
     *
     * @return the name of the bean that is the generator, empty if there is only one
     */
    String value() default "";
}
