package org.uidgenerator.persistence.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Makes Hibernate fill a {@code long}, {@code Long} or {@code String} attribute with a UID: an id when the entity is
 * persisted, another attribute when it is inserted.
 *
 * <p>The UID comes from the persistence unit's setting {@value UidValueGenerator#SETTING} or, without it, from the one
 * bean of type {@link org.uidgenerator.UidGenerator}. With a {@linkplain #value() name} it comes from the setting
 * {@value UidValueGenerator#SETTING}{@code .name} or the bean of that name. It is looked up when the persistence unit
 * starts, which fails if there is none; without a setting and a bean container, for the first value.
 *
 * <p>A value that is set is kept, such as that of an imported row: neither {@code null} nor 0.
 */
@Documented
@IdGeneratorType(UidValueGenerator.class)
@ValueGenerationType(generatedBy = UidValueGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Uid {
    /** {@return the name of the generator, empty if there is only one} */
    String value() default "";
}
