/**
 * UIDs for Spring Data JDBC 3.5 and 4:
 *
 * <pre>{@code
 * record Order(@Id @Uid Long id, String customer) {}
 *
 * @Bean // the Boot starter has one
 * UidCallback uidCallback(BeanFactory beans, JdbcMappingContext mappings) {
 *     return new UidCallback(beans, mappings);
 * }
 *
 * Order saved = orders.save(new Order(null, "Ada"));
 * }</pre>
 */
@NullMarked
package org.uidgenerator.persistence.jdbc;

import org.jspecify.annotations.NullMarked;
