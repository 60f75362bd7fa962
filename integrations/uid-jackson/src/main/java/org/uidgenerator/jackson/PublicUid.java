package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a UID that others see in its public form only, as a {@link PublicUidFormat} writes it. In JSON it applies to a
 * {@code long} or {@code Long} property, and to the elements of a collection, the values of a map and the value of an
 * {@code Optional} of {@code Long}; on anything else, and beside {@code @JsonValue} or {@code @JsonKey}, Jackson throws
 * an exception. It needs {@link Jackson2PublicUidModule} or {@link Jackson3PublicUidModule}: a mapper without one of
 * them leaves the property out of what it writes, so that no UID is seen as it is, but writes what is beside
 * {@code @JsonValue}.
 *
 * <p>With the starter it also applies to path variables and request parameters of Spring MVC, and the modules are
 * there:
 *
 * <pre>{@code
 * record Order(@PublicUid long id, String customer) {}
 *
 * @GetMapping("/orders/{id}")
 * Order order(@PathVariable @PublicUid long id) { ... }
 * }</pre>
 */
@Documented
@JacksonAnnotationsInside
@JsonProperty(access = JsonProperty.Access.WRITE_ONLY) // unless a module knows its public form
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface PublicUid {}
