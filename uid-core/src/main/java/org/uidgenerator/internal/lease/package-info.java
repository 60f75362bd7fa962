/**
 * The shared part of the rooms of leased worker ids: the rules of rows, and the store as an assigner calls it, with its
 * clock and its outages. Not for use by others: it may change with any release.
 *
 * <pre>
 *                ┌──▶ take ───────────┐
 *  worker.lease ─┤                    ├──▶ internal.lease ──▶ worker.lease.store
 *                └──▶ hold ──▶ file ──┘
 * </pre>
 */
@NullMarked
package org.uidgenerator.internal.lease;

import org.jspecify.annotations.NullMarked;
