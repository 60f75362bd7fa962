/** Leases of worker ids, inside. Not for use by others: it may change with any release. */
@NullMarked
package org.uidgenerator.internal.lease;

import org.jspecify.annotations.NullMarked;
