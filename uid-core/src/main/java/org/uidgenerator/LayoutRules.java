package org.uidgenerator;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The rules for the values of a {@link UidLayout}. All methods throw {@link OptionException} if a value breaks one. */
final class LayoutRules {
    private static final int MAX_PART_BITS = 40;
    private static final int MIN_TOTAL_BITS = 3;

    /** Every span within these bounds, in milliseconds, fits a long. */
    private static final long EARLIEST_EPOCH_MILLIS = -(1L << 62);

    private static final long LATEST_END_MILLIS = (1L << 62) - 1;

    private LayoutRules() {}

    static void requireBits(int timeBits, int workerBits, int seqBits) {
        OptionException.requireIn("timeBits", timeBits, 1, UidLayout.TOTAL_BITS - 2);
        OptionException.requireIn("workerBits", workerBits, 0, MAX_PART_BITS);
        OptionException.requireIn("seqBits", seqBits, 1, MAX_PART_BITS);
    }

    /** Checks the sum of bits, each of which is in range. */
    static void requireSum(int timeBits, int workerBits, int seqBits) {
        int sum = timeBits + workerBits + seqBits;
        if (sum < MIN_TOTAL_BITS || sum > UidLayout.TOTAL_BITS) {
            throw wrongSum(
                    OptionText.of("in [%d, %d]", MIN_TOTAL_BITS, UidLayout.TOTAL_BITS), timeBits, workerBits, seqBits);
        }
    }

    static void requireTotal(int totalBits, int timeBits, int workerBits, int seqBits) {
        OptionException.requireIn("totalBits", totalBits, MIN_TOTAL_BITS, UidLayout.TOTAL_BITS);
        if (timeBits + workerBits + seqBits != totalBits) {
            String wanted = totalBits == UidLayout.TOTAL_BITS ? "%d" : "{totalBits}=%d";
            throw wrongSum(OptionText.of(wanted, totalBits), timeBits, workerBits, seqBits);
        }
    }

    private static OptionException wrongSum(OptionText wanted, int timeBits, int workerBits, int seqBits) {
        return OptionException.inWords(
                "timeBits",
                timeBits,
                OptionText.of("{timeBits} + {workerBits} + {seqBits} must be %s", wanted),
                OptionText.of("%d + %d + %d = %d", timeBits, workerBits, seqBits, timeBits + workerBits + seqBits));
    }

    static void requireDataCenterBits(int dataCenterBits, int workerBits) {
        if (dataCenterBits < 0 || dataCenterBits > workerBits) {
            throw new OptionException(
                    "dataCenterBits",
                    dataCenterBits,
                    OptionText.of("must be in [0, %d] ({workerBits}=%d)", workerBits, workerBits));
        }
    }

    static void requireTick(Duration tick) {
        boolean whole = tick.toNanosPart() % 1_000_000 == 0;
        if (!whole || tick.compareTo(Duration.ofMillis(1)) < 0 || tick.compareTo(Duration.ofDays(1)) > 0) {
            throw new OptionException("tick", tick, "must be whole milliseconds in [PT0.001S, PT24H]");
        }
    }

    static void requireEpoch(Instant epoch) {
        if (epoch.isBefore(Instant.ofEpochMilli(EARLIEST_EPOCH_MILLIS))
                || epoch.isAfter(Instant.ofEpochMilli(LATEST_END_MILLIS))) {
            throw new OptionException("epoch", epoch, "must be within 2^62 ms of 1970");
        }
        if (!epoch.equals(epoch.truncatedTo(ChronoUnit.MILLIS))) {
            throw new OptionException("epoch", epoch, "must be a whole millisecond");
        }
    }

    /** Checks the end of a layout whose other values are in range. */
    static void requireEnd(Instant epoch, int timeBits, Duration tick) {
        BigInteger span = BigInteger.ONE.shiftLeft(timeBits).multiply(BigInteger.valueOf(tick.toMillis()));
        BigInteger end = span.add(BigInteger.valueOf(epoch.toEpochMilli()));
        if (end.compareTo(BigInteger.valueOf(LATEST_END_MILLIS)) > 0) {
            throw OptionException.inWords(
                    "epoch",
                    epoch,
                    OptionText.of("{epoch} + 2^{timeBits} * {tick} must be within 2^62 ms of 1970"),
                    OptionText.of("%d + 2^%d * %d = %s", epoch.toEpochMilli(), timeBits, tick.toMillis(), end));
        }
    }
}
