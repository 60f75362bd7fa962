package org.uidgenerator.benchmarks.programs;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * What a contestant did while threads asked flat out.
 *
 * @param seconds for how long
 * @param taken how many ids it gave
 * @param compared how many of them were kept and compared
 * @param duplicates how many of those were not the first of their value
 * @param negative how many of those were below zero
 * @param rejected how many calls it refused
 * @param aheadMillis how far the newest id was ahead of the clock at the end; null if ids carry no time
 */
public record Audited(
        Entrant contestant,
        int threads,
        double seconds,
        long taken,
        long compared,
        long duplicates,
        long negative,
        long rejected,
        @Nullable Long aheadMillis) {}
