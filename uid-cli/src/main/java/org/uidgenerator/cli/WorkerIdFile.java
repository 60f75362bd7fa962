package org.uidgenerator.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;

/**
 * Gives a fixed worker id to one launch at a time. A file in the folder {@code .uid} of the user's home, one for each worker id
 * and layout, is locked meanwhile and says which ticks have been reserved; the next launch starts above them, whatever the clock
 * says. A launch that was killed leaves up to 15 seconds of ticks unused.
 */
final class WorkerIdFile implements WorkerIdSource {
    private static final Duration RESERVATION = Duration.ofSeconds(15);

    private final World world;
    private final long workerId;
    private @Nullable FileChannel locked;

    WorkerIdFile(World world, long workerId) {
        this.world = world;
        this.workerId = workerId;
    }

    @Override
    public WorkerLease assignWorkerId(UidLayout layout) {
        layout.requireWorkerId(workerId);
        Path file = world.home().resolve(".uid").resolve(name(layout));
        try {
            Files.createDirectories(file.getParent());
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            locked = channel;
            lock(channel);
            return new Lease(workerId, channel, read(channel), RESERVATION.dividedBy(layout.tick()));
        } catch (IOException e) {
            throw new UidGenerateException(
                    "cannot use %s, which keeps worker id %d: %s".formatted(file, workerId, e), e);
        }
    }

    /** As in {@code worker-7-of-31-19-13-bits-of-PT1S-from-2026-01-01T00-00-00Z}. */
    private String name(UidLayout layout) {
        return "worker-" + workerId + "-of-" + layout.toString().replaceAll("[^A-Za-z0-9]+", "-");
    }

    private void lock(FileChannel channel) throws IOException {
        if (channel.tryLock() == null) {
            world.say("waiting for another launch to end, which has worker id " + workerId);
            channel.lock();
        }
    }

    private static long read(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(64);
        channel.read(content, 0);
        String reserved =
                StandardCharsets.US_ASCII.decode(content.flip()).toString().strip();
        if (!reserved.matches("[0-9]{0,19}")) {
            throw new IOException("it should hold a number, not \"" + reserved + "\"");
        }
        return reserved.isEmpty() ? -1 : Long.parseLong(reserved);
    }

    @Override
    public void close() {
        try {
            if (locked != null) {
                locked.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Lease implements WorkerLease {
        private final long workerId;
        private final FileChannel file;
        private final long firstTick;
        private final long step;
        private long reservedThrough;

        Lease(long workerId, FileChannel file, long reservedThrough, long step) {
            this.workerId = workerId;
            this.file = file;
            this.firstTick = reservedThrough + 1;
            this.step = step;
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
                write(tick + step);
            }
        }

        @Override
        public synchronized void release(long lastTick) {
            write(lastTick);
        }

        /** Order matters! On the disk before a tick of it is stamped. */
        private void write(long tick) {
            try {
                ByteBuffer line = ByteBuffer.wrap("%019d\n".formatted(tick).getBytes(StandardCharsets.US_ASCII));
                file.write(line, 0);
                file.force(false);
            } catch (IOException e) {
                throw new UidGenerateException("worker id %d cannot reserve ticks: %s".formatted(workerId, e), e);
            }
            reservedThrough = tick;
        }
    }
}
