/** The interface that a store of leases implements, and what it is asked and answers. */
@NullMarked
package org.uidgenerator.worker.lease.store;

import org.jspecify.annotations.NullMarked;
