package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes Jackson write a UID as a string. It applies to a {@code long} or {@code Long} property, and to a collection, a
 * map or an {@code Optional} of {@code Long}, but not to a {@code long[]}, whose elements Jackson always writes as
 * numbers, and not beside {@code @JsonValue}, where Jackson ignores it: mark the properties that have the type, or
 * return a {@code String}. Strings and numbers are both read, as without it. It needs no module.
 */
@Documented
@JacksonAnnotationsInside
@JsonFormat(shape = JsonFormat.Shape.STRING)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface JsonUid {}
