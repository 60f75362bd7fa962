package org.uidgenerator.internal.lease.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.TickFileContract;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** What is in a lease file after each step, without the thread that takes them. */
class FileJournalTest extends TickFileContract<FiledLease> {
    private static final long STEP = 16;
    private static final long RESERVED = 599;

    private final AtomicBoolean broken = new AtomicBoolean();

    FileJournalTest() {
        super(-1, STEP, RESERVED);
    }

    @Override
    protected FileJournal begin(LockedFile file) {
        FiledLease filed = new FiledLease(
                new FiledLease.Origin("MEMORY", "default", "31/14/18 bits", "orders-7", "ticks", file.key()),
                null,
                new LeaseRow(7, 1, RESERVED, 600, "31/14/18 bits", "it", true),
                null,
                -1);
        return new FileJournal(
                file,
                filed,
                new ReserveAhead(STEP, 1_000, NanoClock.SYSTEM),
                Duration.ofSeconds(1),
                broken,
                Environment.REAL);
    }

    @Override
    protected FiledLease parse(String text) {
        return FiledLease.parse(text, "it");
    }

    private FileJournal journal() {
        return (FileJournal) ticks;
    }

    @Test
    void isNotBrokenBecauseItIsClosed() {
        ticks.close();
        ticks.cover(RESERVED);

        assertThat(broken).isFalse();
    }

    @Test
    void looksOnceInAPeriodWhetherAGeneratorThatIdlesNeedsTicks() {
        assertThat(journal().run()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void leavesNothingInAFileThatIsErasedDuringAWrite() {
        CountDownLatch letGo = disk.hangOnce();
        Callers covering = Callers.start(1, () -> journal().cover(0));
        Patience.spinUntil(() -> disk.writes() == 1);
        Callers erasing = Callers.start(1, journal()::erase);

        letGo.countDown();
        covering.calls().forEach(CompletableFuture::join);
        erasing.calls().forEach(CompletableFuture::join);

        assertThat(journal().isErased()).isTrue();
        assertThat(path()).isEmptyFile();
    }

    @Test
    void goesOnWithoutAFileThatIsNoLongerInItsPlace() throws IOException {
        journal().cover(0);
        Files.move(path(), folder.resolve("elsewhere"));

        journal().cover(STEP);

        assertThat(journal().isErased()).isTrue();
        assertThat(broken).isTrue();
        assertThat(folder.resolve("elsewhere")).isEmptyFile();
    }

    @Test
    void saysWhyAFileCanNeitherBeWrittenNorErased() {
        disk.makeReadOnly();

        assertThatThrownBy(() -> journal().cover(0))
                .isExactlyInstanceOf(LockedFileException.class)
                .hasMessage("it can be neither written nor erased: java.io.IOException: Read-only file system")
                .cause()
                .hasSuppressedException(new IOException("Read-only file system"));
    }

    @Test
    void triesAgainWhatHasFailed() {
        AtomicInteger runs = new AtomicInteger();
        try (LogRecorder log = new LogRecorder()) {
            journal().start(() -> {
                if (runs.incrementAndGet() <= 2) {
                    throw new LockedFileException("it can be neither written nor erased", null);
                }
            });
            journal().request();
            Patience.spinUntil(() -> log.lines().size() == 2);

            assertThat(log.lines().get(0))
                    .matches("WARNING lease file .*ticks is not written now, trying again with back-off");
            assertThat(log.lines().get(1)).matches("INFO lease file .*ticks is written again after 2 failed attempts");
        }
    }
}
