/**
 * UIDs for MyBatis:
 *
 * <pre>{@code
 * class Order {
 *     @Uid
 *     private Long id;
 *     private List<Item> items; // theirs are filled as well
 * }
 *
 * configuration.addInterceptor(UidInterceptor.of(generator));
 * }</pre>
 *
 * <p>With Spring, an {@code Interceptor} bean is enough. The Boot starter has one.
 */
@NullMarked
package org.uidgenerator.persistence.mybatis;

import org.jspecify.annotations.NullMarked;
