package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.DisturbedFile;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

/** What is in a lease file after each step, without the thread that takes them. */
class FileJournalTest {
    private static final long STEP = 16;
    private static final long RESERVED = 599;

    @TempDir
    Path folder;

    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1_000);
    private final AtomicBoolean broken = new AtomicBoolean();
    private final DisturbedFile.Disk disk = new DisturbedFile.Disk();
    private FileJournal journal;

    @BeforeEach
    void open() throws IOException {
        journal = open(time.environment());
    }

    private FileJournal open(Environment environment) throws IOException {
        LockedFile file = disk.open(folder.resolve("uid.lease"));
        FiledLease filed = new FiledLease(
                new FiledLease.Origin("MEMORY", "default", "31/14/18 bits", "orders-7", "uid.lease", file.key()),
                null,
                7,
                1,
                new Reservation(RESERVED, 600),
                null,
                -1);
        ReserveAhead ahead = new ReserveAhead(STEP, 1_000, environment.nanoClock());
        return new FileJournal(file, filed, ahead, Duration.ofSeconds(1), broken, environment);
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

    @Test
    void asksForTheNextWriteWhenHalfIsUsedUp() throws IOException {
        journal.cover(0);

        assertThat(journal.stampableThrough()).isEqualTo(STEP);
        assertThat(journal.dueAfter()).isEqualTo(STEP / 2);
        journal.cover(STEP / 2);
        assertThat(stampedThrough()).isEqualTo(STEP);
        journal.cover(STEP / 2 + 1);
        assertThat(stampedThrough()).isGreaterThan(STEP);
    }

    @Test
    void asksForNothingWhereAllReservedTicksAreCovered() throws IOException {
        journal.cover(RESERVED);

        assertThat(stampedThrough()).isEqualTo(RESERVED);
        assertThat(journal.stampableThrough()).isEqualTo(RESERVED);
        assertThat(journal.dueAfter()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void looksOnceInAPeriodWhetherAGeneratorThatIdlesNeedsTicks() {
        assertThat(journal.run()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void leavesNothingInAFileThatIsErasedDuringAWrite() {
        CountDownLatch letGo = disk.hangOnce();
        Callers covering = Callers.start(1, () -> journal.cover(0));
        Patience.spinUntil(() -> disk.writes() == 1);
        Callers erasing = Callers.start(1, journal::erase);

        letGo.countDown();
        covering.calls().forEach(CompletableFuture::join);
        erasing.calls().forEach(CompletableFuture::join);

        assertThat(journal.isErased()).isTrue();
        assertThat(folder.resolve("uid.lease")).isEmptyFile();
    }

    @Test
    void goesOnWithoutAFileThatIsNoLongerInItsPlace() throws IOException {
        journal.cover(0);
        Files.move(folder.resolve("uid.lease"), folder.resolve("elsewhere"));

        journal.cover(STEP);

        assertThat(journal.isErased()).isTrue();
        assertThat(broken).isTrue();
        assertThat(folder.resolve("elsewhere")).isEmptyFile();
    }

    @Test
    void saysWhyAFileCanNeitherBeWrittenNorErased() {
        disk.makeReadOnly();

        assertThatThrownBy(() -> journal.cover(0))
                .isExactlyInstanceOf(LockedFileException.class)
                .hasMessage("it can be neither written nor erased: java.io.IOException: Read-only file system")
                .cause()
                .hasSuppressedException(new IOException("Read-only file system"));
    }

    @Test
    void triesAgainWhatHasFailed() throws IOException {
        journal.close();
        journal = open(new Environment(NanoClock.SYSTEM, BackgroundThreads::newThread, new SplittableRandom(4_711)));
        AtomicInteger runs = new AtomicInteger();
        try (LogRecorder log = new LogRecorder()) {
            journal.start(() -> {
                if (runs.incrementAndGet() <= 2) {
                    throw new LockedFileException("it can be neither written nor erased", null);
                }
            });
            journal.request();
            Patience.spinUntil(() -> log.lines().size() == 2);

            assertThat(log.lines().get(0))
                    .matches("WARNING lease file .*uid\\.lease is not written now, trying again with back-off");
            assertThat(log.lines().get(1))
                    .matches("INFO lease file .*uid\\.lease is written again after 2 failed attempts");
        }
    }
}
