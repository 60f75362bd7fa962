/** Counters without gaps, in the caller's transaction: for invoices, and whatever else must be numbered without a hole. */
@NullMarked
package org.uidgenerator.segment.db.number;

import org.jspecify.annotations.NullMarked;
