package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.internal.ReservationSize;
import org.uidgenerator.internal.file.LockedFile;

/** What is in a lease file after each step, without the thread that takes them. */
class FileJournalTest {
    private static final long STEP = 16;
    private static final long RESERVED = 599;

    @TempDir
    Path folder;

    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1_000);
    private final AtomicBoolean broken = new AtomicBoolean();
    private FileJournal journal;

    @BeforeEach
    void open() throws IOException {
        LockedFile file = LockedFile.open(folder.resolve("uid.lease"));
        FiledLease filed = new FiledLease(
                new FiledLease.Origin("MEMORY", "default", "31/14/18 bits", "orders-7", "uid.lease", file.key()),
                null,
                7,
                1,
                new Reservation(RESERVED, 600),
                null,
                -1);
        ReservationSize step = new ReservationSize(STEP, 1_000, time.nanoTime());
        journal = new FileJournal(file, filed, step, Duration.ofSeconds(1), broken, time.environment());
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private long stampedThrough() throws IOException {
        return FiledLease.parse(Files.readString(folder.resolve("uid.lease"))).stampedThrough();
    }

    /** By a task that looked whether the lease has ended right before it did. */
    @Test
    void coversNothingAfterTheEnd() throws IOException {
        journal.cover(0);
        assertThat(stampedThrough()).isEqualTo(STEP);

        journal.endAt(3);
        journal.cover(RESERVED);

        assertThat(stampedThrough()).isEqualTo(3);
    }

    @Test
    void coversNothingOnceItIsClosed() throws IOException {
        journal.cover(0);

        journal.close();
        journal.cover(RESERVED);

        assertThat(stampedThrough()).isEqualTo(STEP);
        assertThat(broken).isFalse();
    }
}
