/**
 * UIDs as keys of sharded tables, by the key generators of Apache ShardingSphere. A generator is registered under a
 * name, and ShardingSphere is told the name:
 *
 * <pre>{@code
 * UidKeySources.register("orders", () -> generator);
 * }</pre>
 *
 * <pre>{@code
 * keyGenerators:
 *   order-ids:
 *     type: UID
 *     props:
 *       source: orders
 * }</pre>
 *
 * <p>The sharding algorithms {@link org.uidgenerator.shardingsphere.UidIntervalAlgorithm UID_INTERVAL} and
 * {@link org.uidgenerator.shardingsphere.UidShardAlgorithm UID_SHARD} find a row by the time or the shard in its UID.
 */
@NullMarked
package org.uidgenerator.shardingsphere;

import org.jspecify.annotations.NullMarked;
