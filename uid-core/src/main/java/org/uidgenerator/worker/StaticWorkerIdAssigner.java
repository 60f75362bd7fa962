package org.uidgenerator.worker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/**
 * Gives the worker id that the operator has set: a fixed number, a system property, an environment variable, or the ordinal of
 * a Kubernetes StatefulSet pod. Needs no store. What cannot be read as a worker id is refused; nothing falls back to another.
 *
 * <p>The operator's duty is that no two processes of one id space have the same worker id at a time, and that the clock of a
 * restarted process is not behind the one before. Against the ids of a process that ran under the same worker id and had
 * borrowed ticks from the future, there is the {@linkplain #withRestartGap restart gap}: ticks are stamped no further ahead of
 * the clock than that, and a new process starts above all that the one before can have stamped. So its first UID takes up to
 * a tick, and its time runs ahead of the clock by the gap at first.
 *
 * <p>Immutable.
 */
public final class StaticWorkerIdAssigner implements WorkerIdAssigner {
    private static final Duration DEFAULT_RESTART_GAP = Duration.ofSeconds(15);
    private static final Duration LONGEST_RESTART_GAP = Duration.ofDays(365);
    private static final Pattern STATEFUL_SET_POD = Pattern.compile("[a-z0-9.-]+-(0|[1-9][0-9]{0,8})");

    /** Kubernetes draws the random parts of a Deployment's pod names from these letters and digits, digits alone included. */
    private static final Pattern DEPLOYMENT_POD =
            Pattern.compile(".+-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}");

    private final long workerId;
    private final Duration restartGap;
    private final InstantSource clock;

    private StaticWorkerIdAssigner(long workerId, Duration restartGap, InstantSource clock) {
        this.workerId = workerId;
        this.restartGap = restartGap;
        this.clock = clock;
    }

    /**
     * Gives a fixed worker id.
     *
     * @param workerId the worker id, not negative
     * @return the assigner
     * @throws IllegalArgumentException if it is negative
     */
    public static StaticWorkerIdAssigner of(long workerId) {
        if (workerId < 0) {
            throw new IllegalArgumentException("workerId must not be negative: workerId=" + workerId);
        }
        return new StaticWorkerIdAssigner(workerId, DEFAULT_RESTART_GAP, InstantSource.system());
    }

    /**
     * Gives the worker id in a system property, which is read now.
     *
     * @param property the property's name
     * @return the assigner
     * @throws IllegalArgumentException if the property is not set, or not a number that is not negative
     */
    public static StaticWorkerIdAssigner fromSystemProperty(String property) {
        return parse("system property " + property, System.getProperty(property));
    }

    /**
     * Gives the worker id in an environment variable, which is read now.
     *
     * @param variable the variable's name
     * @return the assigner
     * @throws IllegalArgumentException if the variable is not set, or not a number that is not negative
     */
    public static StaticWorkerIdAssigner fromEnvironment(String variable) {
        return fromEnvironment(variable, System.getenv());
    }

    static StaticWorkerIdAssigner fromEnvironment(String variable, Map<String, String> environment) {
        return parse("environment variable " + variable, environment.get(variable));
    }

    /**
     * Gives the ordinal of a Kubernetes StatefulSet pod, the number at the end of its name: 2 for {@code orders-2}. The name is
     * read from the environment variable {@code HOSTNAME}. One StatefulSet has an id space of its own.
     *
     * @return the assigner
     * @throws IllegalArgumentException if the variable is not set, or is not the name of such a pod
     */
    public static StaticWorkerIdAssigner fromStatefulSetOrdinal() {
        return fromStatefulSetOrdinal(System.getenv());
    }

    static StaticWorkerIdAssigner fromStatefulSetOrdinal(Map<String, String> environment) {
        String name = environment.get("HOSTNAME");
        Matcher pod = STATEFUL_SET_POD.matcher(name == null ? "" : name);
        if (!pod.matches() || DEPLOYMENT_POD.matcher(pod.group()).matches()) {
            throw new IllegalArgumentException(
                    "environment variable HOSTNAME must be the name of a StatefulSet pod, as orders-2 is: HOSTNAME="
                            + name);
        }
        return of(Long.parseLong(pod.group(1)));
    }

    private static StaticWorkerIdAssigner parse(String source, @Nullable String value) {
        if (value == null || !value.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s must be a worker id, a number of at most 18 digits: %s",
                    source,
                    value == null ? "it is not set" : "\"" + value + "\""));
        }
        return of(Long.parseLong(value));
    }

    /**
     * Sets how far ahead of the clock ticks may be stamped, and how far after its start a process stamps its first.
     *
     * @param restartGap in {@code [PT0S, P365D]}, default 15 s; the same for all processes of the worker id
     * @return another assigner
     * @throws IllegalArgumentException if it is out of range
     */
    public StaticWorkerIdAssigner withRestartGap(Duration restartGap) {
        if (restartGap.isNegative() || restartGap.compareTo(LONGEST_RESTART_GAP) > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "restartGap must be in [PT0S, %s]: restartGap=%s", LONGEST_RESTART_GAP, restartGap));
        }
        return new StaticWorkerIdAssigner(workerId, restartGap, clock);
    }

    /**
     * Sets the clock by which the first tick is chosen.
     *
     * @param clock the clock of the generator, default the system's
     * @return another assigner
     */
    public StaticWorkerIdAssigner withClock(InstantSource clock) {
        return new StaticWorkerIdAssigner(workerId, restartGap, clock);
    }

    /**
     * Gives the worker id that was set.
     *
     * @param layout the generator's layout
     * @return a lease with nothing to reserve and nothing to give back
     * @throws IllegalArgumentException if the worker id does not fit the layout
     */
    @Override
    public WorkerLease assignWorkerId(UidLayout layout) {
        long fitting = layout.requireWorkerId(workerId);
        long gapTicks = restartGap.dividedBy(layout.tick());
        long firstTick = layout.tickAt(clock.millis()) + gapTicks + 1;
        return new StaticLease(fitting, firstTick, gapTicks);
    }

    /** Two processes, one after the other, by the same clock: the first stamps at most now + gap, the second starts above. */
    private record StaticLease(long workerId, long firstTick, long gapTicks) implements WorkerLease {
        @Override
        public long latestTick(long currentTick) {
            return currentTick + gapTicks;
        }

        @Override
        public LeaseState state() {
            return LeaseState.UNLIMITED;
        }
    }
}
