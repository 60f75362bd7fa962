/**
 * The ring that holds UIDs ahead of demand, in blocks, and the policies for a full and an empty ring. Nothing here knows
 * bits, clocks, workers or logs.
 */
@NullMarked
package org.uidgenerator.buffer;

import org.jspecify.annotations.NullMarked;
