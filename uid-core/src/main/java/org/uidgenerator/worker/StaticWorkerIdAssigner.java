package org.uidgenerator.worker;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.TickFile;

/**
 * Assigns the worker id that the operator has set: a fixed number, a system property, an environment variable, or the
 * ordinal of a Kubernetes StatefulSet pod. Needs no store. A value that cannot be read as a worker id is refused; there
 * is no fallback.
 *
 * <p>The operator must ensure that no two processes of one namespace have the same worker id at the same time, and that
 * the clock of a restarted process is not behind that of the process before. The process before may have borrowed ticks
 * from the future. The {@linkplain #withRestartGap restart gap} protects against these: ticks are used no further ahead
 * of the clock than that, and a new process starts above all that the one before can have used. So its first UID takes
 * up to a tick, and its time runs ahead of the clock by the gap at first. Layouts with ticks of more than 5 s are
 * refused, because the first calls would fail; lease worker ids for these.
 *
 * <p>A worker id serves one generator of a JVM at the same time. A second generator of the same
 * {@linkplain #withNamespace namespace}, layout and worker id is refused, whichever assigner and class loader it comes
 * from, until the first one is closed or suspended. It then starts above the last tick of the first one, even if the
 * clock was set back meanwhile. A generator that is never closed keeps the worker id until the JVM ends, even if it is
 * garbage collected. Another process with the same worker id, on this host or elsewhere, cannot be seen from here, and
 * produces duplicates without any warning.
 *
 * <p>A worker id that is {@linkplain #withTickFile remembered in a file} needs neither the restart gap nor a clock that
 * is not behind: the file says which ticks may have been used. So a generator may borrow as much as its
 * {@code maxBorrow} allows, ticks may be long, and a second process of the same file is refused.
 *
 * <p>Thread-safe.
 */
public final class StaticWorkerIdAssigner implements WorkerIdAssigner {
    private static final Duration DEFAULT_RESTART_GAP = Duration.ofSeconds(15);
    private static final Duration LONGEST_RESTART_GAP = Duration.ofDays(365);

    /** What callers wait by default. The first UID takes up to a tick. */
    private static final Duration LONGEST_TICK = Duration.ofSeconds(5);

    private static final String DEFAULT_NAMESPACE = "default";

    private static final Pattern STATEFUL_SET_POD = Pattern.compile("[a-z0-9.-]+-(0|[1-9][0-9]{0,8})");

    /**
     * Kubernetes draws the random parts of a Deployment's pod names from these letters and digits, digits alone
     * included.
     */
    private static final Pattern DEPLOYMENT_POD =
            Pattern.compile(".+-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}");

    private final List<Long> workerIds;
    private final @Nullable Duration restartGap;
    private final String namespace;
    private final @Nullable Path path;
    private final LockedFile.Opener opener;

    private StaticWorkerIdAssigner(List<Long> workerIds) {
        this(workerIds, null, DEFAULT_NAMESPACE, null, LockedFile::open);
    }

    private StaticWorkerIdAssigner(
            List<Long> workerIds,
            @Nullable Duration restartGap,
            String namespace,
            @Nullable Path path,
            LockedFile.Opener opener) {
        this.workerIds = workerIds;
        this.restartGap = restartGap;
        this.namespace = namespace;
        this.path = path;
        this.opener = opener;
        if (path != null && restartGap != null) {
            throw new OptionException(
                    "restartGap",
                    restartGap,
                    OptionText.of("must not be set where {file} says which ticks were used ({file}=%s)", path));
        }
        if (path != null && workerIds.size() > 1) {
            throw new OptionException(
                    "workerId", workerIds, OptionText.of("must be one where {file} is set ({file}=%s)", path));
        }
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
        return new StaticWorkerIdAssigner(List.of(workerId));
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
        return new StaticWorkerIdAssigner(workerIds);
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
     * namespace of its own.
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
     * Sets how far ahead of the clock ticks may be used, and how far after its start a process uses its first tick.
     *
     * @param restartGap in {@code [PT0S, P365D]}, default 15 s; the same for all processes of the worker id
     * @return a copy
     * @throws IllegalArgumentException if it is out of range, or the worker id is remembered in a file
     */
    public StaticWorkerIdAssigner withRestartGap(Duration restartGap) {
        Objects.requireNonNull(restartGap, "restartGap");
        OptionException.requireIn("restartGap", restartGap, Duration.ZERO, LONGEST_RESTART_GAP);
        return new StaticWorkerIdAssigner(workerIds, restartGap, namespace, path, opener);
    }

    /**
     * Names the namespace, so that two namespaces of one layout may have the same worker ids in one JVM. UIDs of
     * different namespaces may be equal.
     *
     * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, default {@code default}
     * @return a copy
     * @throws IllegalArgumentException if it is not
     */
    public StaticWorkerIdAssigner withNamespace(String namespace) {
        Objects.requireNonNull(namespace, "namespace");
        return new StaticWorkerIdAssigner(
                workerIds, restartGap, StoreIdentity.requireName("namespace", namespace), path, opener);
    }

    /**
     * Remembers in a file which ticks may have been used, so that the next process starts above them, whatever the
     * clock says. There is no restart gap then, and a generator may use ticks as far ahead as its {@code maxBorrow}.
     *
     * <p>The file must exist: {@link #createFile} makes it once, or {@code uid tick-file create} on the command line. A
     * file that is missing, damaged or of another worker id is refused, because it does not say which ticks were used.
     * So keep it on a disk that outlives the process, such as a persistent volume. It is locked while a generator has
     * the worker id, and a second one is refused, of this process or another one of the host. It must not be put back
     * to an earlier state, nor be used on two hosts at the same time.
     *
     * <p>It is written about once in two seconds while UIDs are wanted, and not at all while none are; less often than
     * ticks are claimed at a high rate. While it cannot be written, the ticks that it already allows are used up, and
     * then calls fail. A crash skips the ticks of the generator's ring and up to two seconds more, or, at a high rate,
     * as many ticks as were claimed in about two seconds. A generator that was closed skips one tick at most.
     *
     * @param file where it is, on a local disk
     * @return a copy
     * @throws IllegalArgumentException if a restart gap was set, or there are several worker ids
     */
    public StaticWorkerIdAssigner withTickFile(Path file) {
        return new StaticWorkerIdAssigner(
                workerIds, restartGap, namespace, Objects.requireNonNull(file, "file"), opener);
    }

    StaticWorkerIdAssigner openedBy(LockedFile.Opener opener) {
        return new StaticWorkerIdAssigner(workerIds, restartGap, namespace, path, opener);
    }

    /**
     * Makes the {@linkplain #withTickFile file} for the first start, or in the place of a file that was lost.
     *
     * @param layout the layout of the generator
     * @param usedUntil a time after that of all UIDs ever made with the worker id. A generator can have used ticks up
     *     to its restart gap ahead, or up to its {@code maxBorrow} if it had a file that was lost
     * @throws IllegalArgumentException if the worker id does not fit the layout, or the time is not in its time bits
     * @throws IllegalStateException if no file was named by {@link #withTickFile}
     * @throws FileAlreadyExistsException if the file exists
     * @throws IOException if it cannot be written
     */
    public void createFile(UidLayout layout, Instant usedUntil) throws IOException {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(usedUntil, "usedUntil");
        if (path == null) {
            throw new IllegalStateException("no file is named: call withTickFile first");
        }
        workerIds.forEach(layout::requireWorkerId);
        OptionException.requireIn("usedUntil", usedUntil, layout.epoch(), layout.expiresAt());
        long last = layout.tickAt(usedUntil.toEpochMilli() + layout.tick().toMillis() - 1) - 1;
        Files.createFile(path);
        try (LockedFile file = opener.open(path)) {
            file.write(new FiledTicks(namespace, layout, workerIds.get(0), last).text());
        } catch (IOException | RuntimeException | Error e) {
            Files.delete(path); // it was not used
            throw e;
        }
    }

    /**
     * Assigns the worker id that was set, or the one whose place in the list is the ordinal of the request.
     *
     * @param request the generator's layout, and the clock by which the first tick is chosen
     * @return a lease to be released before there can be another one; with nothing to reserve, unless it is remembered
     *     in a file
     * @throws IllegalArgumentException if the worker id does not fit the layout, or a tick is longer than 5 s and there
     *     is no file
     * @throws UidGenerateException if another generator of this JVM has the worker id, which the message names, or the
     *     file cannot be used
     */
    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = Objects.requireNonNull(request, "request").layout();
        workerIds.forEach(layout::requireWorkerId); // also those that may be wanted later
        long workerId = workerIds.get(Objects.checkIndex(request.ordinal(), workerIds.size()));
        return path == null ? leaseWithGap(request, workerId) : rememberedLease(path, request, workerId);
    }

    private WorkerLease leaseWithGap(LeaseRequest request, long workerId) {
        UidLayout layout = request.layout();
        requireShortTick(layout);
        long gapTicks = (restartGap == null ? DEFAULT_RESTART_GAP : restartGap).dividedBy(layout.tick());
        long now = request.clock().map(clock -> layout.tickAt(clock.millis())).orElse(0L);
        TakenWorkerId taken = TakenWorkerId.take(namespace, request, workerId);
        return new StaticLease(
                workerId, namespace, taken, Math.max(now + gapTicks + 1, taken.firstUnusedTick()), gapTicks);
    }

    private WorkerLease rememberedLease(Path path, LeaseRequest request, long workerId) {
        TakenWorkerId taken = TakenWorkerId.take(namespace, request, workerId);
        try {
            if (!Files.exists(path)) {
                throw new LockedFileException(
                        "it is missing. Make it once, with 'uid tick-file create'; if it was lost, above all UIDs that were made with this worker id",
                        null);
            }
            return opener.openFor(path, file -> begin(file, request, workerId, taken));
        } catch (RuntimeException | Error e) {
            taken.giveBack(-1);
            if (e instanceof LockedFileException unusable) {
                throw new UidGenerateException(
                        OptionText.of(
                                "worker id %d: tick file %s cannot be used: %s", workerId, path, unusable.optionText()),
                        e);
            }
            throw e;
        }
    }

    private WorkerLease begin(LockedFile file, LeaseRequest request, long workerId, TakenWorkerId taken) {
        FiledTicks found = FiledTicks.parse(file.read());
        found.requireSame(new FiledTicks(namespace, request.uidLayout(), request.uidWorkerId(workerId), -1));
        Instant now = request.clock().map(InstantSource::instant).orElse(Instant.MAX);
        TickFile.requireReachable(found.layout(), found.usedThrough() + 1, now, request.maxBorrow());
        FiledTicks start = found.usedThrough(Math.max(found.usedThrough(), taken.firstUnusedTick() - 1));
        return new RememberedLease(request.name(), workerId, start, file, taken, BackgroundThreads::newThread);
    }

    @Override
    public int mostWorkerIds() {
        return workerIds.size();
    }

    /**
     * The process before may have used the last tick that its gap allowed it, and this process is allowed no later tick
     * until the clock reaches the next tick. So it waits for that, whatever the gap.
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
     * Two processes, one after the other, by the same clock: the first uses no tick after now + gap, the second starts
     * above.
     */
    private record StaticLease(long workerId, String namespace, TakenWorkerId taken, long firstTick, long gapTicks)
            implements WorkerLease {
        @Override
        public long latestTick(long currentTick) {
            return currentTick + gapTicks;
        }

        @Override
        public void reserve(long tick) {}

        @Override
        public LeaseState state() {
            return new LeaseState(
                    OptionalLong.empty(), Long.MAX_VALUE, Long.MAX_VALUE, null, null, Optional.of(namespace));
        }

        @Override
        public void release(long lastTick) {
            taken.giveBack(lastTick);
        }
    }
}
