package org.uidgenerator.worker;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.IdSpace;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Assigns the worker id that the operator has set: a fixed number, a system property, an environment variable, or the
 * ordinal of a Kubernetes StatefulSet pod. Needs no store. A value that cannot be read as a worker id is refused; there
 * is no fallback.
 *
 * <p>The operator must ensure that no two processes of one id space have the same worker id at the same time, and that
 * the clock of a restarted process is not behind that of the process before. The process before may have borrowed ticks
 * from the future. The {@linkplain #withRestartGap restart gap} protects against these: ticks are stamped no further
 * ahead of the clock than that, and a new process starts above all that the one before can have stamped. So its first
 * UID takes up to a tick, and its time runs ahead of the clock by the gap at first. Layouts with ticks of more than 5 s
 * are refused, because the first calls would fail; lease worker ids for these.
 *
 * <p>A worker id serves one generator of a JVM at the same time. A second generator of the same {@linkplain #withSpace
 * space}, layout and worker id is refused, whichever assigner and class loader it comes from, until the first one is
 * closed or suspended. It then starts above the last tick of the first one, even if the clock was set back meanwhile. A
 * generator that is never closed keeps the worker id until the JVM ends, even if it is garbage collected. Another
 * process with the same worker id, on this host or elsewhere, cannot be seen from here, and produces duplicates without
 * any warning.
 *
 * <p>Thread-safe.
 */
public final class StaticWorkerIdAssigner implements WorkerIdAssigner {
    private static final Duration DEFAULT_RESTART_GAP = Duration.ofSeconds(15);
    private static final Duration LONGEST_RESTART_GAP = Duration.ofDays(365);

    /** What callers wait by default. The first UID takes up to a tick. */
    private static final Duration LONGEST_TICK = Duration.ofSeconds(5);

    private static final String DEFAULT_SPACE = "default";

    private static final Pattern STATEFUL_SET_POD = Pattern.compile("[a-z0-9.-]+-(0|[1-9][0-9]{0,8})");

    /**
     * Kubernetes draws the random parts of a Deployment's pod names from these letters and digits, digits alone
     * included.
     */
    private static final Pattern DEPLOYMENT_POD =
            Pattern.compile(".+-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}");

    private final List<Long> workerIds;
    private final Duration restartGap;
    private final String space;

    private StaticWorkerIdAssigner(List<Long> workerIds, Duration restartGap, String space) {
        this.workerIds = workerIds;
        this.restartGap = restartGap;
        this.space = space;
    }

    /**
     * Makes an assigner of a fixed worker id.
     *
     * @param workerId the worker id, not negative
     * @return the assigner
     * @throws IllegalArgumentException if it is negative
     */
    public static StaticWorkerIdAssigner of(long workerId) {
        if (workerId < 0) {
            throw new OptionException("workerId", workerId, "must not be negative");
        }
        return new StaticWorkerIdAssigner(List.of(workerId), DEFAULT_RESTART_GAP, DEFAULT_SPACE);
    }

    /**
     * Makes an assigner of fixed worker ids, all of which belong to one generator: it begins with the first one, and
     * takes the others if its {@code maxWorkerIds} allows it to and its demand needs them.
     *
     * @param first the worker id to begin with, not negative
     * @param others the others, neither negative nor named twice
     * @return the assigner
     * @throws IllegalArgumentException if one is negative or named twice
     */
    public static StaticWorkerIdAssigner of(long first, long... others) {
        List<Long> workerIds = LongStream.concat(
                        LongStream.of(first), Arrays.stream(Objects.requireNonNull(others, "others")))
                .boxed()
                .toList();
        if (workerIds.stream().anyMatch(workerId -> workerId < 0)) {
            throw new OptionException("workerId", workerIds, "must not be negative");
        }
        if (Set.copyOf(workerIds).size() < workerIds.size()) {
            throw new OptionException("workerId", workerIds, "must not be named twice");
        }
        return new StaticWorkerIdAssigner(workerIds, DEFAULT_RESTART_GAP, DEFAULT_SPACE);
    }

    /**
     * Makes an assigner of the worker id in a system property, which is read now.
     *
     * @param property the property's name
     * @return the assigner
     * @throws IllegalArgumentException if the property is not set, or not a number that is not negative
     */
    public static StaticWorkerIdAssigner fromSystemProperty(String property) {
        Objects.requireNonNull(property, "property");
        return parse("system property " + property, System.getProperty(property));
    }

    /**
     * Makes an assigner of the worker id in an environment variable, which is read now.
     *
     * @param variable the variable's name
     * @return the assigner
     * @throws IllegalArgumentException if the variable is not set, or not a number that is not negative
     */
    public static StaticWorkerIdAssigner fromEnvironment(String variable) {
        return fromEnvironment(Objects.requireNonNull(variable, "variable"), System.getenv());
    }

    static StaticWorkerIdAssigner fromEnvironment(String variable, Map<String, String> environment) {
        return parse("environment variable " + variable, environment.get(variable));
    }

    /**
     * Makes an assigner of the ordinal of a Kubernetes StatefulSet pod, the number at the end of its name: 2 for
     * {@code orders-2}. The name is read from the environment variable {@code HOSTNAME}. One StatefulSet has an id
     * space of its own.
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
            throw OptionException.inWords(
                    "workerId",
                    name,
                    OptionText.of(
                            "environment variable HOSTNAME must be the name of a StatefulSet pod, such as orders-2"),
                    OptionText.of("HOSTNAME=%s", name));
        }
        return of(Long.parseLong(pod.group(1)));
    }

    private static StaticWorkerIdAssigner parse(String source, @Nullable String value) {
        if (value == null || !value.matches("[0-9]{1,18}")) {
            throw OptionException.inWords(
                    "workerId",
                    value,
                    OptionText.of("%s must be a worker id, a number of at most 18 digits", source),
                    OptionText.of(value == null ? "it is not set" : "\"%s\"", value));
        }
        return of(Long.parseLong(value));
    }

    /**
     * Sets how far ahead of the clock ticks may be stamped, and how far after its start a process stamps its first.
     *
     * @param restartGap in {@code [PT0S, P365D]}, default 15 s; the same for all processes of the worker id
     * @return a copy
     * @throws IllegalArgumentException if it is out of range
     */
    public StaticWorkerIdAssigner withRestartGap(Duration restartGap) {
        Objects.requireNonNull(restartGap, "restartGap");
        if (restartGap.isNegative() || restartGap.compareTo(LONGEST_RESTART_GAP) > 0) {
            throw new OptionException(
                    "restartGap", restartGap, OptionText.of("must be in [PT0S, %s]", LONGEST_RESTART_GAP));
        }
        return new StaticWorkerIdAssigner(workerIds, restartGap, space);
    }

    /**
     * Names the id space, so that two spaces of one layout may have the same worker ids in one JVM. UIDs of different
     * spaces may be equal.
     *
     * @param space 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, default {@code default}
     * @return a copy
     * @throws IllegalArgumentException if it is not
     */
    public StaticWorkerIdAssigner withSpace(String space) {
        Objects.requireNonNull(space, "space");
        return new StaticWorkerIdAssigner(workerIds, restartGap, IdSpace.requireName("space", space));
    }

    /**
     * Assigns the worker id that was set, or the one whose place in the list is the ordinal of the request.
     *
     * @param request the generator's layout, and the clock by which the first tick is chosen
     * @return a lease with nothing to reserve; to be released before there can be another one
     * @throws IllegalArgumentException if the worker id does not fit the layout, or a tick is longer than 5 s
     * @throws UidGenerateException if another generator of this JVM has the worker id; the message names it
     */
    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = Objects.requireNonNull(request, "request").layout();
        workerIds.forEach(layout::requireWorkerId); // also those that may be wanted later
        long workerId = workerIds.get(Objects.checkIndex(request.ordinal(), workerIds.size()));
        requireShortTick(layout);
        long gapTicks = restartGap.dividedBy(layout.tick());
        long now = request.clock().map(clock -> layout.tickAt(clock.millis())).orElse(0L);
        TakenWorkerId taken = TakenWorkerId.take(space, request, workerId);
        return new StaticLease(
                workerId, space, taken, Math.max(now + gapTicks + 1, taken.firstUnstampedTick()), gapTicks);
    }

    @Override
    public int mostWorkerIds() {
        return workerIds.size();
    }

    /**
     * The process before may have stamped the last tick that its gap allowed it, and this one is allowed no later tick
     * until the clock reaches the next. So it waits for that, whatever the gap.
     */
    private static void requireShortTick(UidLayout layout) {
        if (layout.tick().compareTo(LONGEST_TICK) > 0) {
            throw OptionException.inWords(
                    "tick",
                    layout.tick(),
                    OptionText.of(
                            "{tick} must be at most %s where the worker id is set, because the first UID takes up to a tick",
                            LONGEST_TICK),
                    OptionText.of("{tick}=%s; lease worker ids, or take a layout of shorter ticks", layout.tick()));
        }
    }

    /**
     * Two processes, one after the other, by the same clock: the first stamps at most now + gap, the second starts
     * above.
     */
    private record StaticLease(long workerId, String space, TakenWorkerId taken, long firstTick, long gapTicks)
            implements WorkerLease {
        @Override
        public long latestTick(long currentTick) {
            return currentTick + gapTicks;
        }

        @Override
        public void reserve(long tick) {}

        @Override
        public LeaseState state() {
            return LeaseState.UNLIMITED.withSpace(space);
        }

        @Override
        public void release(long lastTick) {
            taken.giveBack(lastTick);
        }
    }
}
