/**
 * UIDs for Hibernate ORM 6.6 and 7, and Hibernate Reactive:
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
 * <p>In Hibernate Reactive 2.4 an id takes {@link org.uidgenerator.persistence.hibernate.ReactiveUid} in its place.
 *
 * <p>The id is known before the row is written, so inserts are batched if {@code hibernate.jdbc.batch_size} is set.
 */
@NullMarked
package org.uidgenerator.persistence.hibernate;

import org.jspecify.annotations.NullMarked;
