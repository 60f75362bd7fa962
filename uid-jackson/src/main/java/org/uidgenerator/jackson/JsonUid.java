package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has Jackson write a UID as a string. It is for a {@code long} or {@code Long} property, and for a collection, a map or an
 * {@code Optional} of {@code Long}; not for a {@code long[]}, whose elements Jackson writes as numbers whatever one says.
 * Strings and numbers are read, as ever. Needs no module.
 */
@Documented
@JacksonAnnotationsInside
@JsonFormat(shape = JsonFormat.Shape.STRING)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface JsonUid {}
