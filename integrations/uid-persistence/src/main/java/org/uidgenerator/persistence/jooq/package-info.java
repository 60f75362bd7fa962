/**
 * UIDs for the records of jOOQ 3.19 and newer:
 *
 * <pre>{@code
 * configuration.setAppending(UidRecordListener.of(uids, ORDERS.ID, ITEMS.ID));
 *
 * OrdersRecord order = create.newRecord(ORDERS);
 * order.setCustomer("Ada");
 * order.store(); // order.getId() is a UID
 * }</pre>
 */
@NullMarked
package org.uidgenerator.persistence.jooq;

import org.jspecify.annotations.NullMarked;
