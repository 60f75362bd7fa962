package org.uidgenerator.worker.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The options for leasing worker ids, whatever the store, which the builders of all assigners share. Everything is
 * checked when the assigner is made. For one thread.
 *
 * @param <B> the builder
 */
public abstract class LeaseOptions<B extends LeaseOptions<B>> {
    private static final int LONGEST_HOLDER = 128;
    private static final Duration LONGEST = Duration.ofDays(365_000);
    /** A time that never passes: every reserved tick lies ahead of it. */
    private static final InstantSource STANDING = InstantSource.fixed(Instant.EPOCH);

    private static final Path LINUX_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    long firstWorkerId;

    @Nullable
    Long lastWorkerId;

    Duration reservation = Duration.ofMinutes(10);
    Duration maxBorrow = Duration.ofHours(24);
    Duration storeTimeout = Duration.ofSeconds(5);
    Duration maxClockSkew = Duration.ofMinutes(5);
    String host = localHostName();
    Holder holder = Holder.thisProcess(host);
    InstantSource clock = InstantSource.system();
    UnaryOperator<InstantSource> storeTime = UnaryOperator.identity();
    Machine machine = Machine.REAL;

    @Nullable
    Path leaseFile;

    LeaseFile.Opener leaseFileOpener = LeaseFile::open;

    /** Makes options with the defaults. */
    protected LeaseOptions() {}

    private static String localHostName() {
        try {
            if (Files.isReadable(LINUX_HOST_NAME)) {
                return Files.readString(LINUX_HOST_NAME).strip(); // the same when no DNS answers
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown"; // a machine without a name in its DNS can make UIDs nevertheless
        }
    }

    @SuppressWarnings("unchecked") // B is the builder itself, as its declaration says
    private B self() {
        return (B) this;
    }

    /**
     * Sets the range of worker ids to assign, which leaves the others to other assigners of the same id space.
     *
     * @param first the lowest, not negative; default 0
     * @param last the greatest, at least {@code first}; default the layout's greatest worker id
     * @return this
     */
    public B workerIds(long first, long last) {
        this.firstWorkerId = first;
        this.lastWorkerId = last;
        return self();
    }

    /**
     * Sets how far ahead ticks are reserved, and so how long generators can do without the store. After a crash the
     * worker id is free again after at most twice that.
     *
     * @param reservation at least one second and two ticks, at most 365 days; default 10 min
     * @return this
     */
    public B reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return self();
    }

    /**
     * Sets how far ahead of the clock generators may stamp: the value that they were given. A worker id whose ticks are
     * used up further ahead than that is left alone until time has caught up. Ticks are reserved ahead of the store's
     * own time by no more than that (or 24 h if that is more), {@code maxClockSkew} and a {@code reservation} together.
     *
     * @param maxBorrow in {@code [PT0S, P365000D]}, default 24 h like that of generators
     * @return this
     */
    public B maxBorrow(Duration maxBorrow) {
        this.maxBorrow = Objects.requireNonNull(maxBorrow, "maxBorrow");
        return self();
    }

    /**
     * Sets by how much the clock of this host may differ from that of the store when a worker id is taken. Launches on
     * hosts that differ by more are refused. Hosts with NTP differ by milliseconds; the default is what Kerberos
     * tolerates, and less than a {@code reservation}, so that holders do not look expired to each other.
     *
     * @param maxClockSkew in {@code [PT1S, P365000D]}, default 5 min; at most one and a half {@code reservation} is
     *     sensible
     * @return this
     */
    public B maxClockSkew(Duration maxClockSkew) {
        this.maxClockSkew = Objects.requireNonNull(maxClockSkew, "maxClockSkew");
        return self();
    }

    /**
     * Sets how long closing or suspending a generator waits until the store knows that the worker id was given back,
     * and how long {@link LeasedWorkerIds#close()} waits. Calls for UIDs are not bounded by it: once the reserved ticks
     * are used up, they wait for as long as their generator lets them, 5 s by default. Meanwhile its background thread
     * asks the lease for ticks, and gets an exception with the cause each time that the store does not answer for
     * {@code storeTimeout}.
     *
     * @param storeTimeout from 1 ms to 24 h; default 5 s
     * @return this
     */
    public B storeTimeout(Duration storeTimeout) {
        this.storeTimeout = Objects.requireNonNull(storeTimeout, "storeTimeout");
        return self();
    }

    /**
     * Names this process, so that it gets the worker id that it had before: worker ids become sticky. A generator gets
     * the lowest one whose last holder has this name, if it is free: given back, or expired as for any other holder.
     * The name does not bring the worker id of a crashed process back any sooner. If none is free, a generator gets one
     * that was given back more than a day ago or was never taken, so that others find theirs. If there is none of these
     * either, it gets the lowest free one, as without a name. Generators of one process get one each, and the same ones
     * after a restart.
     *
     * <p>Uniqueness does not rest on the name: of two processes with one name the second gets another worker id. Choose
     * names that recur, such as those of a StatefulSet's pods. With names that do not, a fleet uses about as many
     * worker ids as it has launches in a day.
     *
     * @param holder 1 to 128 characters; default {@code <host>:<process id>}, which is for people who look into the
     *     store and is not sticky
     * @return this
     */
    public B holder(String holder) {
        this.holder = new Holder(Objects.requireNonNull(holder, "holder"), true);
        return self();
    }

    /**
     * Sets the clock that decides which tick comes first. Uniqueness does not rest on it. Which worker id looks expired
     * is decided by the store's own time.
     *
     * @param clock the clock, default the system's; must be safe for use by several threads
     * @return this
     */
    public B clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return self();
    }

    /**
     * Does without the clocks of host and store, for generators with {@code ClockPolicy.withoutClock()}. It replaces
     * {@link #clock}, {@link #maxBorrow} and {@link #maxClockSkew}. A worker id that was never taken starts at tick 0,
     * any other right above the ticks that are stored for it.
     *
     * <p>Costs the worker ids of crashed processes: without a clock no lease expires, so a worker id stays taken until
     * an operator who knows that its holder has ended frees it with {@link LeasedWorkerIds#evict}. A crash loses at
     * most a {@code reservation}, as a number of ticks, so choose one of a few ticks. Lists of worker ids, which read
     * the store's clock, show all of them as expired. All assigners of the namespace must be without a clock. Any other
     * one takes worker ids that look expired to it, and their holders continue with new ones.
     *
     * @return this
     */
    public B withoutClock() {
        clock = STANDING;
        storeTime = time -> STANDING;
        maxBorrow = LONGEST;
        return self();
    }

    /**
     * Sets a file from which a launch continues when the store does not answer. It continues the lease in the file,
     * within the ticks that the store had reserved for it, and above all that may have been stamped. Once the store
     * answers again, the lease is confirmed like any other reservation; if the worker id has another holder by then, it
     * is lost like any other. While the store answers at a launch, the file is only written.
     *
     * <p>The first UIDs after such a launch are up to 15 s ahead of the clock, or a quarter of the {@code reservation}
     * if that is less, and more after a burst. The file is written about every 7 s, more often in bursts. A worker id
     * that was given back is not continued. It is given back only if the store answers, so closing a generator while
     * the store is away leaves the lease in the file.
     *
     * <p>A file is for one generator of one process at the same time. A second generator continues without a file if
     * the store answers, and is refused otherwise. Also refused are a copy of the file, one of another host, store,
     * namespace, layout or range of worker ids, one that is damaged, and one whose reserved ticks have passed or lie
     * further ahead of the clock than {@code maxBorrow}. A file that cannot be written is erased with a warning, and
     * the generator continues without it.
     *
     * <p>The file must be on a local disk that keeps what it has acknowledged. If the disk or this file is put back to
     * an earlier state while the store is away, nobody can notice. UIDs may then be issued twice, at most those of the
     * last {@code reservation}. Stores are told apart by their names in messages, so two databases with the same table
     * and namespace need a file each. Remove the file before a worker id of its process is
     * {@linkplain LeasedWorkerIds#repair repaired}.
     *
     * @param leaseFile the file, made when it is missing, in a folder that exists; default none: a launch needs its
     *     store
     * @return this
     */
    public B leaseFile(Path leaseFile) {
        this.leaseFile = Objects.requireNonNull(leaseFile, "leaseFile");
        return self();
    }

    B leaseFileOpener(LeaseFile.Opener leaseFileOpener) {
        this.leaseFileOpener = leaseFileOpener;
        return self();
    }

    B host(String host) {
        this.host = host;
        return self();
    }

    RestartPolicy restartPolicy(WorkerLeaseStore store) {
        return leaseFile == null ? RestartPolicy.NEEDS_STORE : new LeaseFileRestart(leaseFile, store, this);
    }

    B machine(Machine machine) {
        this.machine = machine;
        return self();
    }

    void requireValid() {
        if (firstWorkerId < 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "workerIds must not be negative: first=%d, last=%d", firstWorkerId, lastWorkerId));
        }
        if (lastWorkerId != null && lastWorkerId < firstWorkerId) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "workerIds must be a range, first <= last: first=%d, last=%d",
                    firstWorkerId,
                    lastWorkerId));
        }
        requireIn("reservation", reservation, Duration.ofSeconds(1), Duration.ofDays(365));
        requireIn("maxBorrow", maxBorrow, Duration.ZERO, LONGEST);
        requireIn("maxClockSkew", maxClockSkew, Duration.ofSeconds(1), LONGEST);
        requireIn("storeTimeout", storeTimeout, Duration.ofMillis(1), Duration.ofHours(24));
        requireFolder(leaseFile);
        String name = holder.name();
        if (name.isBlank() || name.length() > LONGEST_HOLDER) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "holder must have 1 to %d characters: holder=\"%s\"", LONGEST_HOLDER, name));
        }
    }

    private static void requireFolder(@Nullable Path leaseFile) {
        if (leaseFile == null) {
            return;
        }
        Path folder = leaseFile.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(leaseFile)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "leaseFile must be a file in a folder that exists: leaseFile=%s", leaseFile));
        }
    }

    private static void requireIn(String name, Duration value, Duration least, Duration greatest) {
        if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be in [%s, %s]: %s=%s", name, least, greatest, name, value));
        }
    }
}
