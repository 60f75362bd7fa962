package org.uidgenerator.internal.lease.file;

import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.TickFile;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * Keeps one lease at a time in a file, and continues it when the store does not answer. May be used by several threads.
 */
public final class LeaseFileRestart {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    /** A restart skips up to this time, and a running generator writes the file about twice as often. */
    private static final Duration STEP = Duration.ofSeconds(15);

    private final Path path;
    private final ExpectedIdentity identity;
    private final LeaseOptions options;
    private final Duration step;
    private final AtomicBoolean broken = new AtomicBoolean();

    public LeaseFileRestart(Path path, ExpectedIdentity identity, LeaseOptions options) {
        this.path = path;
        this.identity = identity;
        this.options = options;
        step = STEP.compareTo(options.period()) < 0 ? STEP : options.period();
    }

    /** Records a lease that was just taken from the store. Its generator continues if the file cannot be used. */
    public LeaseJournal begin(LeaseRow row, long firstTick, UidLayout layout) {
        if (broken.get()) {
            return LeaseJournal.NONE; // warned of already
        }
        try {
            StoreIdentity seen = identity.seen().orElse(null);
            LockedFile.Opener opener = options.leaseFileOpener();
            return opener.openFor(
                    path,
                    file -> journal(
                            file, layout, new FiledLease(origin(file, layout), seen, row, null, firstTick - 1)));
        } catch (LockedFileException e) {
            LOG.log(
                    WARNING,
                    "lease file " + path + " is not used, so the next start needs " + options.store() + ": " + e.why(),
                    e);
            return LeaseJournal.NONE;
        }
    }

    private LeaseJournal journal(LockedFile file, UidLayout layout, FiledLease filed) {
        ReserveAhead ahead = ReserveAhead.of(
                step, layout.tick(), layout.maxTick(), options.environment().nanoClock());
        return new FileJournal(file, filed, ahead, step.dividedBy(2), broken, options.environment());
    }

    private FiledLease.Origin origin(LockedFile file, UidLayout layout) {
        return new FiledLease.Origin(
                options.store().toString(),
                options.store().namespace(),
                layout.text(),
                options.host(),
                file.path().toString(),
                file.key());
    }

    /**
     * Continues a lease that was taken from the store before.
     *
     * @param noStore what happened to the store
     * @throws UidGenerateException if there is none to continue: what happened to the store, and why there is none
     */
    public LeaseStart withoutStore(StartingGenerator generator, UidGenerateException noStore) {
        try {
            if (!Files.exists(path)) {
                throw new LockedFileException(
                        "it is missing: it is written when the store has given a worker id", null);
            }
            return options.leaseFileOpener().openFor(path, file -> resume(file, generator));
        } catch (LockedFileException e) {
            UidGenerateException refused = new UidGenerateException(
                    OptionText.of(
                            "%s; lease file %s does not help, as %s; start again once the store answers",
                            OptionText.saidBy(noStore), path, e.optionText()),
                    noStore.getCause());
            refused.addSuppressed(e);
            throw refused;
        }
    }

    private LeaseStart resume(LockedFile file, StartingGenerator generator) {
        UidLayout layout = generator.layout();
        FiledLease filed = FiledLease.parse(file.read(), options.holder());
        origin(file, layout).requireSame(filed.origin());
        requireSameIdentity(filed);
        requireInRange(filed, layout);
        long firstTick = firstTick(filed, generator);
        LeaseJournal journal = journal(file, layout, filed);
        journal.cover(firstTick - 1);
        return new LeaseStart(
                filed.row(),
                filed.pending() == null ? Reservation.of(filed.row()) : filed.pending(),
                firstTick,
                journal);
    }

    private void requireSameIdentity(FiledLease filed) {
        try {
            identity.remember("it", Optional.ofNullable(filed.identity()));
        } catch (UidGenerateException e) {
            throw new LockedFileException(OptionText.saidBy(e), e);
        }
    }

    private void requireInRange(FiledLease filed, UidLayout layout) {
        long first = options.firstWorkerId();
        long last = options.lastWorkerId(layout);
        long workerId = filed.row().workerId();
        if (workerId < first || workerId > last) {
            throw new LockedFileException(
                    OptionText.of("its worker id %d is not one of {workerIds}=%d..%d", workerId, first, last), null);
        }
    }

    /** Returns a tick above all that may have been used, and not before now. */
    private long firstTick(FiledLease filed, StartingGenerator generator) {
        UidLayout layout = generator.layout();
        Instant now = generator.clocks().host().instant();
        long nowTick = generator.nowTick();
        long firstTick = Math.max(filed.usedThrough() + 1, nowTick);
        if (firstTick > filed.row().reservedThrough()) {
            throw new LockedFileException(
                    OptionText.of(
                            "nothing is left of its ticks: reserved until %s, used until %s at most, now=%s",
                            layout.timeOf(filed.row().reservedThrough() + 1),
                            layout.timeOf(filed.usedThrough() + 1),
                            now),
                    null);
        }
        TickFile.requireReachable(layout, firstTick, now, generator.maxBorrow());
        return firstTick;
    }
}
