package org.uidgenerator.persistence.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Makes Hibernate Reactive fill a {@code long}, {@code Long} or {@code String} id with a UID when the entity is
 * persisted, as {@link Uid} does, and never makes an event loop wait for it. Hibernate ORM fills it as well.
 *
 * <p>An attribute that is not the id takes {@link Uid}: Hibernate Reactive has no other way to fill it than on the
 * event loop.
 */
@Documented
@IdGeneratorType(ReactiveUidValueGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface ReactiveUid {
    /** {@return the name of the generator, as in {@link Uid#value()}} */
    String value() default "";
}
