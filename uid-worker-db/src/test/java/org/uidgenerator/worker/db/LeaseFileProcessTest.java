package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.H2Server;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Processes that are killed, started without their database and with it. */
@Tag("proof")
class LeaseFileProcessTest {
    /** 1024 UIDs per tick. */
    private static final UidLayout LAYOUT = UidLayout.of(40, 13, 10);

    private static final int ENOUGH = 3_000;
    private static final String CONFIRMED = "confirmed";

    private final Set<Long> uids = new HashSet<>();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void killAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void repeatsNoUidWhenAProcessIsKilledAndStartedWithoutItsDatabase() throws Exception {
        try (H2Server server = new H2Server()) {
            server.start();
            String url = server.url(server.newDatabase());
            long workerId = issueAndKill(url, false);

            server.kill9();
            assertThat(issueAndKill(url, false)).isEqualTo(workerId);
            assertThat(issueAndKill(url, false)).isEqualTo(workerId);
            Process without = start(url);
            try (BufferedReader output = without.inputReader(StandardCharsets.US_ASCII)) {
                assertThat(issue(output, false)).isEqualTo(workerId);
                server.start();
                assertThat(issue(output, true)).isEqualTo(workerId);
                kill(without, output);
            }

            assertThat(issueAndKill(url, true)).isNotEqualTo(workerId);
        }
    }

    private long issueAndKill(String url, boolean confirmed) throws Exception {
        Process process = start(url);
        try (BufferedReader output = process.inputReader(StandardCharsets.US_ASCII)) {
            long workerId = issue(output, confirmed);
            kill(process, output);
            return workerId;
        }
    }

    private Process start(String url) throws IOException {
        Process process = ChildJvm.builder(
                        List.of("-Xmx64m"),
                        Issuer.class,
                        url,
                        folder.resolve("uid.lease").toString())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        processes.add(process);
        return process;
    }

    /**
     * Takes UIDs of a process, some after it has said that its store has confirmed them if that is wanted. Returns
     * their worker id.
     */
    private long issue(BufferedReader output, boolean confirmed) throws IOException {
        boolean waiting = confirmed;
        long workerId = -1;
        for (int left = ENOUGH; left > 0 || waiting; left--) {
            String line = output.readLine();
            if (line == null) {
                throw new AssertionError(Files.readString(folder.resolve("errors")));
            }
            if (line.equals(CONFIRMED)) {
                waiting = false;
                left = ENOUGH;
            } else {
                workerId = LAYOUT.decode(add(line)).workerId();
            }
        }
        return workerId;
    }

    private long add(String line) {
        long uid = Long.parseLong(line);
        if (!uids.add(uid)) {
            throw new AssertionError("issued twice: " + LAYOUT.decode(uid));
        }
        return uid;
    }

    /** SIGKILL. What it has printed before counts as well, unless it is half a line. */
    private void kill(Process process, BufferedReader output) throws Exception {
        process.toHandle().destroyForcibly(); // process.destroyForcibly() would close the output
        process.waitFor();
        StringBuilder rest = new StringBuilder();
        for (int c = output.read(); c >= 0; c = output.read()) {
            rest.append((char) c);
        }
        String lines = rest.substring(0, rest.lastIndexOf("\n") + 1);
        lines.lines().filter(line -> !line.equals(CONFIRMED)).forEach(this::add);
    }

    /** Takes UIDs and prints them until it is killed. */
    static final class Issuer {
        public static void main(String[] args) {
            LeasedWorkerIds assigner = LeasedWorkerIds.builder(
                            JdbcLeaseStore.builder(new DriverManagerDataSource(args[0]))
                                    .tableCreation(TableCreation.ALWAYS)
                                    .build())
                    .closeTimeout(Duration.ofSeconds(30))
                    .leaseFile(Path.of(args[1]))
                    .build();
            CachedUidGenerator generator =
                    CachedUidGenerator.builder(assigner).layout(LAYOUT).build();
            boolean confirmed = false;
            while (true) {
                System.out.println(generator.getUID()); // flushed
                if (!confirmed && generator.status().storeFailure() == null) {
                    confirmed = true;
                    System.out.println(CONFIRMED);
                }
            }
        }
    }
}
