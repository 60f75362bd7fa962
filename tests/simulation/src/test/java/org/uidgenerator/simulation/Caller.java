package org.uidgenerator.simulation;

import java.util.Locale;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;

/** A thread of a process that asks for UIDs and checks those that it gets. */
final class Caller {
    /** The clocks and timers of a host differ a little. */
    private static final long LATE_ALARM_MILLIS = 2;

    private final Simulation simulation;
    private final SimulatedProcess process;
    private final UidGenerator generator;
    private final int number;
    private final long maxStalenessMillis;
    private final long maxBorrowTicks;
    private boolean busy;
    private long greatest = -1;

    Caller(Simulation simulation, SimulatedProcess process, UidGenerator generator, int number) {
        this.simulation = simulation;
        this.process = process;
        this.generator = generator;
        this.number = number;
        Plan plan = simulation.plan();
        maxStalenessMillis = plan.maxStaleness().toMillis();
        maxBorrowTicks = plan.maxBorrow().dividedBy(plan.layout().tick());
    }

    /** Asks for UIDs, unless the thread is waiting for others. */
    void call(int wanted) {
        if (!busy) {
            busy = true;
            CallerThread.play(number, () -> callNow(wanted));
            busy = false;
        }
    }

    /** Shows the generator a UID, unless the thread is waiting for others. */
    void advancePast(long uid) {
        if (!busy) {
            busy = true;
            CallerThread.play(number, () -> advanceNow(uid));
            busy = false;
        }
    }

    private void advanceNow(long uid) {
        Call call = begin();
        try {
            simulation.weakness().advance(generator, uid);
            process.passed(uid);
            simulation.say(String.format(
                    Locale.ROOT,
                    "%s advances past %d of tick %d",
                    call,
                    uid,
                    generator.layout().tickOf(uid)));
        } catch (UidGenerateException e) {
            simulation.say(String.format(Locale.ROOT, "%s does not advance past %d: %s", call, uid, e.getMessage()));
            process.requireCause(e, saysWhatTheStoreSaid(e.getMessage()));
        } catch (RuntimeException | Error e) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s failed", call), e);
        }
    }

    private void callNow(int wanted) {
        Call call = begin();
        try {
            long[] uids = take(wanted);
            if (!process.isDead()) {
                got(call, uids);
            }
        } catch (UidGenerateException e) {
            if (!process.isDead()) {
                failed(call, e);
            }
        } catch (RuntimeException | Error e) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s failed", call), e);
        }
    }

    private Call begin() {
        return new Call(
                process.name(),
                number,
                simulation.ledger().nextEvent(),
                Math.max(greatestBefore(), process.passed()),
                process.isClosed(),
                process.host().clock.millis(),
                process.host().clock.jumps(),
                process.isFresh());
    }

    private long greatestBefore() {
        return process.kind() == GeneratorKind.CACHED_PER_THREAD
                ? greatest
                : process.callers().stream().mapToLong(Caller::greatest).max().orElseThrow();
    }

    long greatest() {
        return greatest;
    }

    private long[] take(int wanted) {
        if (wanted == 1) {
            return new long[] {generator.getUID()};
        }
        long[] uids = new long[wanted];
        generator.getUIDs(uids);
        return uids;
    }

    private void got(Call call, long[] uids) {
        UidLayout layout = generator.layout();
        simulation.say(String.format(
                Locale.ROOT,
                "%s got %d of tick %d, %d in all",
                call,
                uids[0],
                uids[0] < 0 ? -1 : layout.tickOf(uids[0]),
                uids.length));
        if (call.closed()) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s got %d after the end", call, uids[0]));
        }
        long above = call.above();
        for (long uid : uids) {
            simulation.ledger().handedOut(call, uid);
            if (uid <= above) {
                simulation.ledger().violated(String.format(Locale.ROOT, "%s got %d after %d", call, uid, above));
            }
            above = uid;
        }
        greatest = above;
        if (!simulation.ledger().isViolated()) {
            requireInWindow(call, uids[0], uids[uids.length - 1]);
        }
    }

    private void requireInWindow(Call call, long first, long last) {
        HostClock clock = process.host().clock;
        if (!call.fresh() || !process.isFresh() || call.jumps() != clock.jumps()) {
            return;
        }
        UidLayout layout = generator.layout();
        long earliest = process.kind() == GeneratorKind.DEFAULT
                ? layout.tickAt(call.millis() - LATE_ALARM_MILLIS - millisToClaim(first))
                : layout.tickAt(call.millis() - maxStalenessMillis - 1) + 1;
        long latest = layout.tickAt(clock.millis()) + maxBorrowTicks;
        if (layout.tickOf(first) < earliest || layout.tickOf(last) > latest) {
            simulation
                    .ledger()
                    .violated(String.format(
                            Locale.ROOT,
                            "%s got ticks %d to %d, which are not in [%d, %d]",
                            call,
                            layout.tickOf(first),
                            layout.tickOf(last),
                            earliest,
                            latest));
        }
    }

    /** A tick is chosen before the wait for its reservation. */
    private long millisToClaim(long uid) {
        return simulation.ledger().nanosToClaim(uid) / 1_000_000;
    }

    private void failed(Call call, UidGenerateException e) {
        simulation.say(String.format(Locale.ROOT, "%s got none: %s", call, e.getMessage()));
        process.requireCause(e, saysWhatTheStoreSaid(e.getMessage()));
        if (call.closed() && !e.getMessage().endsWith(" is closed")) {
            simulation
                    .ledger()
                    .violated(String.format(Locale.ROOT, "%s is not told that the generator is closed", call), e);
        }
    }

    private static boolean saysWhatTheStoreSaid(String message) {
        return message.contains(", waited for ")
                && !message.endsWith(": no answer")
                && !message.endsWith(": no answer yet");
    }
}
