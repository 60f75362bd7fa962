package org.uidgenerator.generator;

/**
 * The part of a tick that is to be opened next.
 *
 * @param now the tick that the clock showed then
 * @param tick the tick to be opened
 * @param firstSequence the lowest sequence of the part
 * @param lastSequence the highest
 * @param skipRange the number of sequences from the first on where counting may start, a power of two
 */
record Opening(long now, long tick, long firstSequence, long lastSequence, long skipRange) {}
