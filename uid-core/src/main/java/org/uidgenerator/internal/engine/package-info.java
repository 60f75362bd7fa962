/**
 * What all generators have in common: blocks of UIDs, the open ones that callers claim from, the ring and the padder
 * that keep blocks ready, and the line of the calls that found none. It knows nothing of time, workers and layouts:
 * those are behind {@link org.uidgenerator.internal.engine.BlockSource}. Not exported, except to {@code uid-client}.
 *
 * <pre>
 *                                     supply                        Engine
 *
 *                   BufferPaddingExecutor                        UidBuffer: an OwnedBlock for a thread that calls often,
 *  BlockSource ──▶  keeps the ring full   ──▶  BlockRing  ──▶    a Stripe for some of the others each  ──▶  callers
 *
 *  BlockSource ──▶  claimed when a caller needs it  ─────────▶   UnbufferedBlocks: one Stripe  ────────────▶  callers
 * </pre>
 */
@NullMarked
package org.uidgenerator.internal.engine;

import org.jspecify.annotations.NullMarked;
