package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

class TickFileCommandTest {
    @TempDir
    Path folder;

    private CommandLineRun create(String... options) {
        return CommandLineRun.of(
                folder,
                Stream.concat(Stream.of("tick-file", "create"), Arrays.stream(options))
                        .toArray(String[]::new));
    }

    private static long firstTick(StaticWorkerIdAssigner assigner, UidLayout layout) {
        WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(layout));
        lease.release(-1);
        return lease.firstTick();
    }

    @Test
    void makesTheFileOfAWorkerIdThatHadARestartGapBefore() {
        Path file = folder.resolve("worker");

        assertThat(create(file.toString(), "--worker-id=7"))
                .isEqualTo(new CommandLineRun(
                        0,
                        file
                                + ": worker id 7 of namespace default, its first UID is of 2026-11-21T12:00:15Z or later\n",
                        ""));
        assertThat(firstTick(StaticWorkerIdAssigner.of(7).withTickFile(file), UidLayout.DEFAULT))
                .isEqualTo(UidLayout.DEFAULT.tickAt(1_795_262_415_000L));
    }

    @Test
    void makesTheFileOfAnyNamespaceLayoutAndTime() {
        Path file = folder.resolve("worker");

        assertThat(create(
                                file.toString(),
                                "--data-center=11",
                                "--machine=26",
                                "--namespace=orders",
                                "--layout=twitter",
                                "--used-until=2026-11-22")
                        .exitCode())
                .isZero();
        UidLayout twitter = LayoutPreset.TWITTER.layout();
        assertThat(firstTick(
                        StaticWorkerIdAssigner.of(378).withNamespace("orders").withTickFile(file), twitter))
                .isEqualTo(twitter.tickAt(1_795_305_600_000L));
    }

    @Test
    void makesAFileOnce() throws IOException {
        Path file = folder.resolve("worker");
        create(file.toString(), "--worker-id=7");
        String made = Files.readString(file);

        assertThat(create(file.toString(), "--worker-id=7"))
                .isEqualTo(new CommandLineRun(
                        1,
                        "",
                        "uid: " + file
                                + " exists: a tick file is made once. Remove it only if no generator ever used it\n"));
        assertThat(Files.readString(file)).isEqualTo(made);
    }

    @Test
    void refusesWhatIsMissingOrDoesNotFit() {
        Path file = folder.resolve("worker");
        assertThat(create(file.toString()).err()).contains("Missing required argument");
        assertThat(create(file.toString(), "--worker-id=16384").err())
                .isEqualTo("uid: --worker-id must be in [0, 16383] (workerBits=14): --worker-id=16384\n");
        assertThat(create(file.toString(), "--worker-id=7", "--namespace=a b").err())
                .isEqualTo("uid: namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a b\n");
        assertThat(create(folder.resolve("missing/worker").toString(), "--worker-id=7"))
                .isEqualTo(new CommandLineRun(
                        1,
                        "",
                        "uid: " + folder.resolve("missing/worker")
                                + " cannot be made: java.nio.file.NoSuchFileException: "
                                + folder.resolve("missing/worker") + "\n"));
        assertThat(CommandLineRun.of(folder, "tick-file").err()).contains("Missing required subcommand");
        assertThat(file).doesNotExist();
    }
}
