package org.uidgenerator.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * A fixed worker id for one run at a time; others wait for their turn. It is remembered in a file in the folder
 * {@code .uid} of the user's home, one for each worker id and layout. The next run starts above what the file says,
 * whatever the clock says.
 */
final class WorkerIdFile implements WorkerIdSource {
    private final CommandContext context;
    private final long workerId;
    private @Nullable FileChannel turn;
    private @Nullable WorkerLease lease;

    WorkerIdFile(CommandContext context, long workerId) {
        this.context = context;
        this.workerId = workerId;
    }

    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = request.layout();
        layout.requireWorkerId(workerId);
        Path file = context.home().resolve(".uid").resolve(name(layout));
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(workerId).withTickFile(file);
        try {
            awaitTurn(file.resolveSibling(file.getFileName() + ".lock"));
            if (!Files.exists(file)) {
                assigner.createFile(layout, layout.epoch());
            }
        } catch (IOException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "cannot use %s, which keeps worker id %d: %s", file, workerId, e), e);
        }
        WorkerLease lease = assigner.assignWorkerId(request);
        this.lease = lease;
        return lease;
    }

    /** As in {@code worker-7-of-31-14-18-bits-of-PT1S-from-2026-01-01T00-00-00Z}. */
    private String name(UidLayout layout) {
        return "worker-" + workerId + "-of-" + layout.text().replaceAll("[^A-Za-z0-9]+", "-");
    }

    private void awaitTurn(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        turn = channel;
        if (channel.tryLock() == null) {
            context.say("waiting for another run to end, which has worker id " + workerId);
            channel.lock();
        }
    }

    /** Gives the worker id back above all that was reserved, unless the generator has done so. */
    @Override
    public void close() {
        try {
            if (lease != null) {
                lease.release(lease.state().reservedThrough());
            }
            if (turn != null) {
                turn.close(); // Order matters! The next run wants the worker id
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
