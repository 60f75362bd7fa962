/**
 * Generators for Spring Boot 3.5 and 4: a {@link org.uidgenerator.UidGenerator} bean with worker ids from the
 * application's database, Redis, ZooKeeper or DynamoDB, set up by the properties {@code uid.*}, with metrics, health
 * and an actuator endpoint; and counters ({@link org.uidgenerator.segment.SegmentIdGenerator}) by
 * {@code uid.segments.*}. This package has what applications use, and what others implement who bring a store of their
 * own; each feature has a package below.
 */
@NullMarked
package org.uidgenerator.spring.boot;

import org.jspecify.annotations.NullMarked;
