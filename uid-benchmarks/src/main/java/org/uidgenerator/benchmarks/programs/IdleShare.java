package org.uidgenerator.benchmarks.programs;

/**
 * What an idle process used of a core.
 *
 * @param seconds for how long it was watched
 * @param ofProcess CPU time of the process by that time
 * @param ofPadder CPU time of the padder thread by that time
 */
public record IdleShare(double seconds, double ofProcess, double ofPadder) {}
