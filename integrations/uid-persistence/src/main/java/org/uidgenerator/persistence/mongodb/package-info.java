/**
 * UIDs for Spring Data MongoDB 4.5 and 5:
 *
 * <pre>{@code
 * record Order(@Id @Uid Long id, String customer) {}
 *
 * @Bean // the Boot starter has one
 * UidMongoCallback uidCallback(BeanFactory beans, MongoMappingContext mappings) {
 *     return new UidMongoCallback(beans, mappings);
 * }
 *
 * Order saved = orders.save(new Order(null, "Ada"));
 * }</pre>
 *
 * <p>For reactive templates and repositories there is a
 * {@link org.uidgenerator.persistence.mongodb.UidReactiveMongoCallback}.
 */
@NullMarked
package org.uidgenerator.persistence.mongodb;

import org.jspecify.annotations.NullMarked;
