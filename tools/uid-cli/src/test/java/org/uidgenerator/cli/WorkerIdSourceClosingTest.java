package org.uidgenerator.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/** What the command has worker ids from, and closes when it ends. */
class WorkerIdSourceClosingTest {
    private static final AtomicLong NAMES = new AtomicLong();

    @TempDir
    Path home;

    @Nested
    class File implements ClosingContract<WorkerIdFile> {
        @Override
        public Scene<WorkerIdFile> newScene() {
            return new FileScene(home);
        }
    }

    @Nested
    class Database implements ClosingContract<WorkerDatabase> {
        @Override
        public Scene<WorkerDatabase> newScene() {
            return new DatabaseScene(home);
        }
    }

    private static final class FileScene implements ClosingContract.Scene<WorkerIdFile> {
        private static final long TICKS = 1_000;

        private final Path home;
        private WorkerLease lease;
        private long tick;

        FileScene(Path home) {
            this.home = home;
        }

        @Override
        public WorkerIdFile open() {
            CommandLineRun.forgetWorkerIds();
            CommandContext context = new CommandContext(
                    new ByteArrayInputStream(new byte[0]),
                    new Lines(new ByteArrayOutputStream()),
                    new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                    Map.of(),
                    home,
                    InstantSource.system());
            return new WorkerIdFile(context, 7);
        }

        @Override
        public void call(WorkerIdFile opened) {
            if (lease == null) {
                lease = opened.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            }
            tick += TICKS;
            lease.reserve(tick);
        }

        @Override
        public String refusal() {
            return "tick file " + file() + " is closed, because the worker id was given back";
        }

        @Override
        public List<String> held() {
            return Leftovers.descriptors(file());
        }

        private Path file() {
            return home.resolve(".uid").resolve("worker-7-of-31-14-18-bits-of-PT1S-from-2026-01-01T00-00-00Z");
        }
    }

    private static final class DatabaseScene implements ClosingContract.Scene<WorkerDatabase> {
        private final String name = "closed-command-" + NAMES.incrementAndGet();
        private final Path home;

        DatabaseScene(Path home) {
            this.home = home;
        }

        @Override
        public WorkerDatabase open() {
            return new WorkerDatabase(
                    new DriverManagerDataSource("jdbc:h2:file:" + home.resolve("ids")), name, TableCreation.ALWAYS, "");
        }

        @Override
        public void call(WorkerDatabase opened) {
            opened.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        }

        @Override
        public String refusal() {
            return "leased worker ids of WORKER_LEASE (namespace " + name + ") is closed";
        }

        @Override
        public List<String> threads() {
            return Leftovers.threads(name + "-");
        }

        @Override
        public List<String> held() {
            return Leftovers.descriptors(home.resolve("ids.mv.db"));
        }
    }
}
