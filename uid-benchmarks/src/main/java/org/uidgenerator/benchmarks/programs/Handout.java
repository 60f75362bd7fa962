package org.uidgenerator.benchmarks.programs;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.uidgenerator.UidLayout;

/**
 * The UIDs that many threads together got from one generator. It counts tick after tick, because they ask for more UIDs
 * than the clock allows.
 *
 * @param uids how many UIDs they got
 * @param duplicates how many of them were not the first of their value
 * @param lost how many UIDs between the first and the last no thread got, because they were left in open blocks
 */
public record Handout(long uids, long duplicates, long lost) {

    static Handout of(UidLayout layout, long[][] uidsOfThreads) {
        long[] indexes = Arrays.stream(uidsOfThreads)
                .flatMapToLong(Arrays::stream)
                .map(uid -> indexOf(layout, uid))
                .sorted()
                .toArray();
        long distinct = LongStream.of(indexes).distinct().count();
        return new Handout(
                indexes.length, indexes.length - distinct, indexes[indexes.length - 1] - indexes[0] + 1 - distinct);
    }

    /** Returns the index of a UID among all UIDs of its worker. */
    private static long indexOf(UidLayout layout, long uid) {
        return (layout.tickOf(uid) << layout.seqBits()) + layout.decode(uid).sequence();
    }
}
