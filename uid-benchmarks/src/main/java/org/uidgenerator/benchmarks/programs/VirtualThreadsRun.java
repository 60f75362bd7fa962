package org.uidgenerator.benchmarks.programs;

/**
 * What many virtual threads got.
 *
 * @param jdk the version of the JDK
 * @param uids how many UIDs they got, all together
 * @param duplicates how many of them were not the first of their value
 * @param seconds how long that took
 * @param lost how many UIDs between the first and the last nobody got: what open blocks cost
 * @param pinned how often a virtual thread held on to its carrier, as the flight recorder saw it
 * @param heapBytes how much more heap was in use afterwards, the kept UIDs not counted
 */
public record VirtualThreadsRun(
        String jdk, int threads, long uids, long duplicates, double seconds, long lost, long pinned, long heapBytes) {}
