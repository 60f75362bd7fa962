/**
 * The taking of a worker id: the overview of the store, a sample of rows, the choice of one, the write that takes it,
 * and what undoes that. Not for use by others: it may change with any release.
 */
@NullMarked
package org.uidgenerator.internal.lease.take;

import org.jspecify.annotations.NullMarked;
