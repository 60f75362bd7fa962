/**
 * Counters without gaps, in the caller's transaction: for invoices, and for everything else that must be numbered
 * without gaps.
 */
@NullMarked
package org.uidgenerator.segment.db.number;

import org.jspecify.annotations.NullMarked;
