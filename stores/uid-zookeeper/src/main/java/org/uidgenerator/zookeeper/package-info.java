/** Worker ids from ZooKeeper, on Apache Curator. */
@NullMarked
package org.uidgenerator.zookeeper;

import org.jspecify.annotations.NullMarked;
