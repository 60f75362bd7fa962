/** Worker ids that are leased from a store: the protocol, and the interface that a store implements. */
@NullMarked
package org.uidgenerator.worker.lease;

import org.jspecify.annotations.NullMarked;
