/**
 * UIDs for Hibernate ORM 6.6 and 7:
 *
 * <pre>{@code
 * @Entity
 * class Order {
 *     @Id
 *     @Uid
 *     private Long id;
 * }
 * }</pre>
 *
 * <p>With Spring Boot this is enough, given a {@link org.uidgenerator.UidGenerator} bean. Without a bean container:
 *
 * <pre>{@code
 * Persistence.createEntityManagerFactory("shop", Map.of(UidValueGenerator.SETTING, generator));
 * }</pre>
 *
 * <p>The id is known before the row is written, so inserts are batched if {@code hibernate.jdbc.batch_size} is set.
 */
@NullMarked
package org.uidgenerator.persistence.hibernate;

import org.jspecify.annotations.NullMarked;
