package org.uidgenerator.persistence;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an empty {@code long}, {@code Long} or {@code String} be filled with a UID before it is stored: the id of an
 * aggregate root of Spring Data, or any field of a parameter of MyBatis. Empty is what is {@code null} or 0. Hibernate
 * has {@linkplain org.uidgenerator.persistence.hibernate.Uid one of its own}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Uid {
    /** {@return the name of the bean that is the generator, empty if there is only one} */
    String value() default "";
}
