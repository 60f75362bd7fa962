package org.uidgenerator.fleet;

import java.time.Duration;
import java.util.Locale;
import org.uidgenerator.UidLayout;

/**
 * What a fleet does, and what happens to it. Days are alike but for the faults of {@link #hasFault}.
 *
 * @param processes how many run by day; by night it is six tenths of them
 * @param layout how many worker ids there are
 * @param reservation of the leases
 * @param days how long it goes on
 * @param hasSurge whether a deploy starts a new process before it ends the old one
 * @param seed of all that is left to chance
 */
record FleetPlan(int processes, UidLayout layout, Duration reservation, int days, boolean hasSurge, long seed) {
    static final Duration BETWEEN_CRASHES = Duration.ofDays(30); // of one process, in the mean
    static final int WAVES = 10; // of a deploy, a minute apart
    static final double KILLED_IN_DEPLOY = 0.1;
    static final double KILLED_WITH_NODE = 0.01;
    static final double IN_CRASH_LOOP = 0.02;

    private static final int[] DEPLOYS = {10 * 60, 15 * 60}; // minutes of the day
    private static final int NODE_FAILS = 13 * 60;
    private static final int FAILOVER = 3 * 60;
    private static final int NOON = 12 * 60;

    /** What happens on one day of each month. */
    enum Fault {
        HOUR_WITHOUT_STORE(1),
        SLOW_STORE(2),
        LOST_SECOND(3),
        CRASH_LOOP(4);

        private final int day;

        Fault(int day) {
            this.day = day;
        }
    }

    static boolean hasFault(int day, Fault fault) {
        return day % 30 == fault.day;
    }

    /** What the calls to the store are counted by. */
    enum Phase {
        /** All processes are started on the first day, or some in the morning. */
        START,

        /** At night, when nothing is deployed. */
        STEADY,

        /** By day. */
        DAY,
        AFTER_FAILOVER,
        AFTER_HOUR,
        AWAY
    }

    static Phase phase(long second) {
        int day = (int) (second / 86_400);
        int minute = (int) (second % 86_400 / 60);
        if (isAway(day, minute)) {
            return Phase.AWAY;
        }
        if (minute > FAILOVER && minute <= FAILOVER + 10) {
            return Phase.AFTER_FAILOVER;
        }
        if (hasFault(day, Fault.HOUR_WITHOUT_STORE) && minute >= NOON + 60 && minute < NOON + 70) {
            return Phase.AFTER_HOUR;
        }
        if (second < 3_600 || (minute >= 7 * 60 && minute < 8 * 60)) {
            return Phase.START;
        }
        return minute >= 8 * 60 && minute < 21 * 60 ? Phase.DAY : Phase.STEADY;
    }

    static boolean isAway(int day, int minute) {
        return minute == FAILOVER || (hasFault(day, Fault.HOUR_WITHOUT_STORE) && minute >= NOON && minute < NOON + 60);
    }

    static boolean isSlow(int day, int minute) {
        return hasFault(day, Fault.SLOW_STORE) && minute >= NOON && minute < NOON + 10;
    }

    /** In the middle of a wave. */
    static boolean losesSecond(int day, int minute) {
        return hasFault(day, Fault.LOST_SECOND) && minute == DEPLOYS[0] + 3;
    }

    static boolean isNodeFailing(int minute) {
        return minute == NODE_FAILS;
    }

    static boolean isCrashLoopBeginning(int day, int minute) {
        return hasFault(day, Fault.CRASH_LOOP) && minute == NOON;
    }

    static boolean isInCrashLoop(int day, int minute) {
        return hasFault(day, Fault.CRASH_LOOP) && minute >= NOON && minute < NOON + 60;
    }

    /** Which wave of a deploy begins in a minute, or -1. */
    static int wave(int minute) {
        for (int deploy : DEPLOYS) {
            if (minute >= deploy && minute < deploy + WAVES) {
                return minute - deploy;
            }
        }
        return -1;
    }

    /** How many processes there should be, which changes over an hour in the morning and in the evening. */
    int target(int minute) {
        double morning = Math.min(1, Math.max(0, (minute - 7 * 60) / 60.0));
        double evening = Math.min(1, Math.max(0, (minute - 20 * 60) / 60.0));
        return (int) Math.round(processes * (0.6 + 0.4 * (morning - evening)));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d processes, %d worker ids, reservation %s, %d days, seed %d",
                processes,
                layout.maxWorkerId() + 1,
                reservation,
                days,
                seed);
    }
}
