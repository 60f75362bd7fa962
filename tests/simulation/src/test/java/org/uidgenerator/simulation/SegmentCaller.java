package org.uidgenerator.simulation;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;

/** A thread of a process that asks for numbers and checks those that it gets. */
final class SegmentCaller {
    private final SegmentSimulation simulation;
    private final SegmentProcess process;
    private final SegmentIdGenerator generator;
    private final int number;
    private final Map<String, Long> greatest = new HashMap<>();
    private final Map<String, SegmentTag> kept = new HashMap<>();
    private boolean busy;

    SegmentCaller(SegmentSimulation simulation, SegmentProcess process, SegmentIdGenerator generator, int number) {
        this.simulation = simulation;
        this.process = process;
        this.generator = generator;
        this.number = number;
    }

    SegmentProcess process() {
        return process;
    }

    /** Asks for numbers one by one, unless the thread is waiting for others. Returns whether it has got all. */
    boolean call(String tag, int times) {
        return !busy && play(() -> callNow(tag, times));
    }

    /** Asks for numbers of a tag that was looked up long ago. */
    void callKept(String tag, int times) {
        if (!busy) {
            play(() -> callKeptNow(tag, times));
        }
    }

    /** Asks for consecutive numbers. */
    void claim(String tag, int atMost) {
        if (!busy) {
            play(() -> claimNow(tag, atMost));
        }
    }

    /** Asks for business numbers, unless the thread is waiting for others. Returns whether it has got all. */
    boolean callNumbers(int times) {
        return !busy && play(() -> callNumbersNow(times));
    }

    private interface Asking {
        boolean ask();
    }

    private boolean play(Asking asking) {
        busy = true;
        boolean[] got = new boolean[1];
        CallerThread.play(number, () -> {
            try {
                got[0] = asking.ask();
            } catch (UidGenerateException e) {
                refused(e);
            } catch (RuntimeException | Error e) {
                violated("failed", e);
            }
        });
        busy = false;
        return got[0];
    }

    private boolean callNow(String tag, int times) {
        for (int i = 0; i < times; i++) {
            Begun call = begin(tag);
            got(call, generator.getUID(tag));
        }
        return true;
    }

    private boolean callKeptNow(String tag, int times) {
        SegmentTag source = kept.get(tag);
        if (source == null) {
            source = generator.tag(tag);
            kept.put(tag, source);
        }
        try {
            for (int i = 0; i < times; i++) {
                Begun call = begin(tag);
                got(call, source.getUID());
            }
        } catch (UidGenerateException e) {
            kept.remove(tag); // it may have been forgotten
            throw e;
        }
        return true;
    }

    private boolean callNumbersNow(int times) {
        for (int i = 0; i < times; i++) {
            Begun call = begin(process.presentCounter());
            String number = process.nextNumber();
            if (!SegmentProcess.counterOf(number).equals(call.tag())) {
                violated("got " + number + ", which is not of " + call.tag(), null);
            }
            got(call, simulation.plan().periods().parse(number).counter());
        }
        return true;
    }

    private boolean claimNow(String tag, int atMost) {
        Begun call = begin(tag);
        UidRange range = generator.tag(tag).claim(atMost);
        if (range.size() > atMost) {
            violated("got " + range + ", which are more than " + atMost, null);
        }
        for (long i = 0; i < range.size(); i++) {
            got(call, range.first() + i * range.increment());
        }
        return true;
    }

    /**
     * A call as it was when it began.
     *
     * @param above what its numbers must exceed: those of this thread, and while the tag is quiet those of all
     * @param suspendedAt when the generator was suspended last: it has dropped what it had taken before
     * @param closed whether the generator was closed, so that the call must fail
     */
    record Begun(String tag, long above, long suspendedAt, boolean closed) {}

    private Begun begin(String tag) {
        return new Begun(
                tag,
                process.isQuiet(tag) ? process.greatest(tag) : greatest(tag),
                process.suspendedAt(),
                process.isClosed());
    }

    long greatest(String tag) {
        return greatest.getOrDefault(tag, -1L);
    }

    private void got(Begun call, long uid) {
        if (process.isDead()) {
            return;
        }
        greatest.merge(call.tag(), uid, Math::max);
        if (call.closed()) {
            violated("got " + uid + " of " + call.tag() + " after the end", null);
        }
        simulation.ledger().handedOut(this, call, uid);
    }

    private void refused(UidGenerateException e) {
        simulation.say(String.format(Locale.ROOT, "%s gets none: %s", this, e.getMessage()));
    }

    private void violated(String what, Throwable cause) {
        if (!process.isDead()) {
            simulation.ledger().violated(this + " " + what, cause);
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "caller %d of %s", number, process);
    }
}
