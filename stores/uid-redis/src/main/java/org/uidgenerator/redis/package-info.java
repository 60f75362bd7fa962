/** Worker ids leased from Redis, on Lettuce: stand-alone, behind Sentinels, or a Cluster. */
@NullMarked
package org.uidgenerator.redis;

import org.jspecify.annotations.NullMarked;
