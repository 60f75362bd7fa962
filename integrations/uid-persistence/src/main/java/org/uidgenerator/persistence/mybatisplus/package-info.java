/**
 * UIDs for MyBatis-Plus:
 *
 * <pre>{@code
 * class Order {
 *     @TableId(type = IdType.ASSIGN_ID)
 *     private Long id;
 * }
 *
 * @Bean // the Boot starter has one
 * IdentifierGenerator identifierGenerator(UidGenerator generator) {
 *     return new UidIdentifierGenerator(generator);
 * }
 * }</pre>
 *
 * <p>Without Spring: {@code globalConfig.setIdentifierGenerator(new UidIdentifierGenerator(generator))}.
 */
@NullMarked
package org.uidgenerator.persistence.mybatisplus;

import org.jspecify.annotations.NullMarked;
