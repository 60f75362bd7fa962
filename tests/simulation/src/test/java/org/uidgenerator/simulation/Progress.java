package org.uidgenerator.simulation;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints the progress of a long run periodically. */
final class Progress {
    private static final long NANOS_BETWEEN_REPORTS = TimeUnit.SECONDS.toNanos(10);

    private final long seeds;
    private final long start = System.nanoTime();
    private long reported = start;
    private long done;
    private long uids;
    private long additional;

    Progress(long seeds) {
        this.seeds = seeds;
    }

    void add(Ledger ledgerOfASeed) {
        done++;
        uids += ledgerOfASeed.uids();
        additional += ledgerOfASeed.additional();
        if (System.nanoTime() - reported > NANOS_BETWEEN_REPORTS) {
            reported = System.nanoTime();
            System.out.println(this);
        }
    }

    long uids() {
        return uids;
    }

    long additional() {
        return additional;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d of %,d seeds, %,d UIDs, %,d additional worker ids, %d s",
                done,
                seeds,
                uids,
                additional,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    }
}
