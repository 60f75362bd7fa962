package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.uidgenerator.UidRange;

/** Knows all ranges that were taken and all numbers that were handed out, and finds what breaks a promise. */
final class NumberLedger {
    private static final int BITS = 6;

    private final Map<String, Counter> counters = new HashMap<>();
    private long events;
    private long numbers;
    private Violation violation;

    /** What is known of a tag: a bit for each number that was handed out. */
    private static final class Counter {
        private final Map<Long, Long> handedOut = new HashMap<>();
        private final List<Taken> taken = new ArrayList<>();
    }

    private record Taken(SegmentProcess process, UidRange range, long began) {
        boolean has(long number) {
            return range.first() <= number
                    && number <= range.last()
                    && (number - range.first()) % range.increment() == 0;
        }
    }

    long nextEvent() {
        return ++events;
    }

    /** How many numbers were handed out. */
    long numbers() {
        return numbers;
    }

    /** A process has taken a range, whether it learns that or not. */
    void taken(SegmentProcess process, String tag, UidRange range, long began) {
        counters.computeIfAbsent(tag, name -> new Counter()).taken.add(new Taken(process, range, began));
    }

    /** A call has got a number. */
    void handedOut(SegmentCaller caller, SegmentCaller.Begun call, long number) {
        String tag = call.tag();
        numbers++;
        Counter counter = counters.computeIfAbsent(tag, name -> new Counter());
        long bit = 1L << number;
        Long others =
                counter.handedOut.merge(number >> BITS, bit, (old, added) -> (old & added) == 0 ? old | added : null);
        if (others == null) {
            violated(format("%s got %d of %s, which was handed out before", caller, number, tag), null);
        } else if (number <= call.above()) {
            violated(format("%s got %d of %s after %d", caller, number, tag, call.above()), null);
        } else {
            requireTaken(caller, call, counter, number);
        }
    }

    private void requireTaken(SegmentCaller caller, SegmentCaller.Begun call, Counter counter, long number) {
        String tag = call.tag();
        for (int i = counter.taken.size() - 1; i >= 0; i--) {
            Taken taken = counter.taken.get(i);
            if (taken.process() == caller.process() && taken.has(number)) {
                if (taken.began() < call.suspendedAt()) {
                    violated(
                            format("%s got %d of %s, of a range from before it was suspended", caller, number, tag),
                            null);
                }
                return;
            }
        }
        violated(format("%s got %d of %s, which it had not taken", caller, number, tag), null);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    void violated(String what, Throwable cause) {
        if (violation == null) {
            violation = new Violation(what, cause);
        }
    }

    boolean isViolated() {
        return violation != null;
    }

    void requireNoViolation() {
        if (violation != null) {
            throw violation;
        }
    }
}
