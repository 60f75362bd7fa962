/**
 * UIDs for Spring Data R2DBC 3.5 and 4:
 *
 * <pre>{@code
 * record Order(@Id @Uid Long id, String customer) {}
 *
 * @Bean // the Boot starter has one
 * UidR2dbcCallback uidCallback(BeanFactory beans, R2dbcMappingContext mappings) {
 *     return new UidR2dbcCallback(beans, mappings);
 * }
 *
 * Mono<Order> saved = orders.save(new Order(null, "Ada"));
 * }</pre>
 */
@NullMarked
package org.uidgenerator.persistence.r2dbc;

import org.jspecify.annotations.NullMarked;
