package org.uidgenerator.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/**
 * Assigns a fixed worker id to one launch at a time. A file in the folder {@code .uid} of the user's home, one for each
 * worker id and layout, is locked meanwhile and says which ticks have been reserved; the next launch starts above them,
 * whatever the clock says. A launch that was killed leaves up to 15 seconds of ticks unused.
 */
final class WorkerIdFile implements WorkerIdSource {
    private static final Duration RESERVATION = Duration.ofSeconds(15);

    private final CommandContext context;
    private final long workerId;
    private @Nullable TickFile ticks;

    WorkerIdFile(CommandContext context, long workerId) {
        this.context = context;
        this.workerId = workerId;
    }

    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = request.layout();
        layout.requireWorkerId(workerId);
        Path file = context.home().resolve(".uid").resolve(name(layout));
        try {
            TickFile ticks = new TickFile(
                    file, () -> context.say("waiting for another launch to end, which has worker id " + workerId));
            this.ticks = ticks;
            return new Lease(workerId, ticks, ticks.read(), RESERVATION.dividedBy(layout.tick()));
        } catch (TickFile.DamagedException e) {
            throw unusable(file, e.getMessage(), e);
        } catch (IOException e) {
            throw unusable(file, e.toString(), e);
        }
    }

    private UidGenerateException unusable(Path file, @Nullable String why, IOException cause) {
        return new UidGenerateException(
                String.format(Locale.ROOT, "cannot use %s, which keeps worker id %d: %s", file, workerId, why), cause);
    }

    /** As in {@code worker-7-of-31-14-18-bits-of-PT1S-from-2026-01-01T00-00-00Z}. */
    private String name(UidLayout layout) {
        return "worker-" + workerId + "-of-" + layout.text().replaceAll("[^A-Za-z0-9]+", "-");
    }

    @Override
    public void close() {
        try {
            if (ticks != null) {
                ticks.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Lease implements WorkerLease {
        private final long workerId;
        private final TickFile ticks;
        private final long firstTick;
        private final long ahead;
        private long reservedThrough;

        Lease(long workerId, TickFile ticks, long reservedThrough, long ahead) {
            this.workerId = workerId;
            this.ticks = ticks;
            this.firstTick = reservedThrough + 1;
            this.ahead = ahead;
            this.reservedThrough = reservedThrough;
        }

        @Override
        public long workerId() {
            return workerId;
        }

        @Override
        public long firstTick() {
            return firstTick;
        }

        @Override
        public synchronized void reserve(long tick) {
            if (tick > reservedThrough) {
                write(tick + ahead);
            }
        }

        @Override
        public synchronized LeaseState state() {
            return LeaseState.through(reservedThrough);
        }

        @Override
        public synchronized void release(long lastTick) {
            write(lastTick);
        }

        private void write(long tick) {
            try {
                if (tick == TickFile.NONE) {
                    ticks.clear();
                } else {
                    ticks.write(tick);
                }
            } catch (IOException e) {
                throw new UidGenerateException(
                        String.format(Locale.ROOT, "worker id %d cannot reserve ticks: %s", workerId, e), e);
            }
            reservedThrough = tick;
        }
    }
}
