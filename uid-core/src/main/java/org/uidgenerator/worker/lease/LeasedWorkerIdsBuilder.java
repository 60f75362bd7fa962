package org.uidgenerator.worker.lease;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.LocalHost;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Makes {@link LeasedWorkerIds}. A builder is for one thread. Every option is checked in {@link #build()}. Clock,
 * layout and {@code maxBorrow} are those of the generators.
 */
public final class LeasedWorkerIdsBuilder {
    private final WorkerLeaseStore store;
    private long firstWorkerId;
    private @Nullable Long lastWorkerId;
    private Duration reservation = Duration.ofMinutes(10);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private Duration answerTimeout = Duration.ofSeconds(5);
    private Duration maxClockSkew = Duration.ofMinutes(5);
    private String host = LocalHost.name();
    private @Nullable String holder;
    private Environment environment = Environment.REAL;
    private @Nullable String identity;
    private @Nullable Path leaseFile;
    private LockedFile.Opener leaseFileOpener = LockedFile::open;

    LeasedWorkerIdsBuilder(WorkerLeaseStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /**
     * Sets the range of worker ids to assign, which leaves the others to other assigners of the same store identity.
     *
     * @param first the lowest, not negative; default 0
     * @param last the greatest, at least {@code first}; default the layout's greatest worker id
     * @return this
     */
    public LeasedWorkerIdsBuilder workerIds(long first, long last) {
        this.firstWorkerId = first;
        this.lastWorkerId = last;
        return this;
    }

    /**
     * Sets how far ahead ticks are reserved. Generators can do without the store for a quarter of that at least. After
     * a crash the worker id is free again after at most twice that.
     *
     * @param reservation at least one second and two ticks, at most 365 days; default 10 min
     * @return this
     */
    public LeasedWorkerIdsBuilder reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return this;
    }

    /**
     * Sets by how much the clock of this host may differ from that of the store when a worker id is taken. Starts on
     * hosts that differ by more are refused. Hosts with NTP differ by milliseconds; the default is what Kerberos
     * tolerates, and less than a {@code reservation}, so that holders do not look expired to each other.
     *
     * @param maxClockSkew in {@code [PT1S, P365000D]}, default 5 min; at most one and a half {@code reservation} is
     *     sensible
     * @return this
     */
    public LeasedWorkerIdsBuilder maxClockSkew(Duration maxClockSkew) {
        this.maxClockSkew = Objects.requireNonNull(maxClockSkew, "maxClockSkew");
        return this;
    }

    /**
     * Sets how long closing or suspending a generator waits until the store knows that the worker id was given back,
     * and how long {@link LeasedWorkerIds#close()} waits. If the store is known not to answer, no caller waits again.
     *
     * @param closeTimeout from 0 to 24 h; default 5 s
     * @return this
     */
    public LeasedWorkerIdsBuilder closeTimeout(Duration closeTimeout) {
        this.closeTimeout = Objects.requireNonNull(closeTimeout, "closeTimeout");
        return this;
    }

    /**
     * Names this process, so that it gets the worker id that it had before: worker ids become sticky. A generator gets
     * the lowest one whose last holder has this name, if it is free: given back, or expired as for any other holder.
     * The name does not bring the worker id of a crashed process back any sooner. If none is free, a generator gets one
     * that was given back more than a day ago or was never taken, so that others find theirs. If there is none of these
     * either, it gets any free one, as without a name. Each generator of a process gets its own, and after a restart
     * the same one.
     *
     * <p>Uniqueness does not rest on the name: of two processes with one name the second gets another worker id. Choose
     * names that recur, such as those of a StatefulSet's pods. With names that do not, a fleet uses about as many
     * worker ids as it has starts in a day.
     *
     * @param holder 1 to 128 characters; default {@code <host>:<process id>}, which is for people who look into the
     *     store and is not sticky
     * @return this
     */
    public LeasedWorkerIdsBuilder holder(String holder) {
        this.holder = Objects.requireNonNull(holder, "holder");
        return this;
    }

    /**
     * Sets a file from which a start continues when the store does not answer. It continues the lease in the file,
     * within the ticks that the store had reserved for it, and above all that may have been used. Once the store
     * answers again, the lease is confirmed like any other reservation; if the worker id has another holder by then, it
     * is lost like any other. While the store answers at a start, the file is only written.
     *
     * <p>The first UIDs after such a start are up to 15 s ahead of the clock, or a quarter of the {@code reservation}
     * if that is less, and more after a burst. The file is written about every 7 s, more often in bursts. A worker id
     * that was given back is not continued. It is given back only if the store answers, so closing a generator while
     * the store is unavailable leaves the lease in the file.
     *
     * <p>A file is for one generator of one process at the same time. A second generator continues without a file if
     * the store answers, and is refused otherwise. Also refused are a copy of the file, one of another host, store,
     * namespace, layout or range of worker ids, one that is damaged, and one whose reserved ticks have passed or lie
     * further ahead of the clock than {@code maxBorrow}. A file that cannot be written is erased with a warning, and
     * the generator continues without it.
     *
     * <p>The file must be on a local disk that keeps what it has acknowledged. If the disk or this file is put back to
     * an earlier state while the store is unavailable, no process can notice. UIDs may then be issued twice, at most
     * those of the last {@code reservation}. Stores are told apart by their names in messages, so two databases with
     * the same table and namespace need two files. Remove the file before a worker id of its process is
     * {@linkplain LeasedWorkerIds#repair repaired}.
     *
     * @param leaseFile the file, made when it is missing, in a folder that exists; default none, so that a start needs
     *     its store
     * @return this
     */
    public LeasedWorkerIdsBuilder leaseFile(Path leaseFile) {
        this.leaseFile = Objects.requireNonNull(leaseFile, "leaseFile");
        return this;
    }

    /**
     * Says which store identity the store holds. A store that holds another one is refused, and so is one that holds
     * none yet, such as an empty database in place of the right one, unless only the name is given.
     *
     * @param identity its number, as in {@code 482903117264}, its name, or both, as in {@code default/482903117264};
     *     default: the one that the assigner finds first
     * @return this
     */
    public LeasedWorkerIdsBuilder expectedIdentity(String identity) {
        this.identity = Objects.requireNonNull(identity, "identity");
        return this;
    }

    LeasedWorkerIdsBuilder leaseFileOpener(LockedFile.Opener leaseFileOpener) {
        this.leaseFileOpener = leaseFileOpener;
        return this;
    }

    /** How long a generator's own thread waits for a reservation until it reports that there is none. */
    LeasedWorkerIdsBuilder answerTimeout(Duration answerTimeout) {
        this.answerTimeout = answerTimeout;
        return this;
    }

    LeasedWorkerIdsBuilder host(String host) {
        this.host = host;
        return this;
    }

    LeasedWorkerIdsBuilder environment(Environment environment) {
        this.environment = environment;
        return this;
    }

    /**
     * Makes the assigner. The store is not called yet.
     *
     * @return the assigner
     * @throws IllegalArgumentException if a value is out of range or the namespace of the store is not plain text
     */
    public LeasedWorkerIds build() {
        return new LeasedWorkerIds(options());
    }

    LeaseOptions options() {
        return new LeaseOptions(
                store,
                firstWorkerId,
                lastWorkerId,
                reservation,
                maxClockSkew,
                closeTimeout,
                answerTimeout,
                holder == null ? LocalHost.thisProcess(host) : holder,
                holder != null,
                host,
                identity,
                leaseFile,
                leaseFileOpener,
                environment);
    }
}
