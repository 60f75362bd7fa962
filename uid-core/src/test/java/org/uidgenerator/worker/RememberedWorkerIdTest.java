package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.internal.file.DisturbedFile;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.test.contract.WorkerIdAssignerContract;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

/** A static worker id whose file says which ticks may have been used. */
class RememberedWorkerIdTest implements WorkerIdAssignerContract {
    private static final AtomicLong NAMESPACES = new AtomicLong();
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Instant NOW = Instant.parse("2026-11-21T10:30:15.400Z");
    private static final Instant LONG_AGO = Instant.parse("2026-01-02T00:00:00Z");

    private static final int LAYOUT_UIDS_OF_A_MINUTE = 60 << 18;

    @TempDir
    Path folder;

    /** Each test has one, so that none starts above what another has used. */
    private final String namespace = "remembered-" + NAMESPACES.incrementAndGet();

    private final AtomicLong workerIds = new AtomicLong(100);
    private final VirtualClock clock = new VirtualClock(NOW);
    private final DisturbedFile.Disk disk = new DisturbedFile.Disk();
    private Path file;

    @BeforeEach
    void makeFile() throws IOException {
        file = folder.resolve("worker-7");
        assigner().createFile(LAYOUT, LONG_AGO);
    }

    private StaticWorkerIdAssigner assigner() {
        return StaticWorkerIdAssigner.of(7).withNamespace(namespace).withTickFile(file);
    }

    @Override
    public WorkerIdAssigner newAssigner() {
        long workerId = workerIds.getAndIncrement();
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(workerId)
                .withNamespace("contract-" + NAMESPACES.incrementAndGet())
                .withTickFile(folder.resolve("contract-" + workerId));
        try {
            assigner.createFile(LAYOUT, LONG_AGO);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return assigner;
    }

    private static long[] take(UidGenerator generator, int count) {
        long[] uids = new long[count];
        generator.getUIDs(uids);
        return uids;
    }

    private LeaseRequest now() {
        return LeaseRequest.of(LAYOUT).withClock(clock).withMaxBorrow(Duration.ofDays(36_500));
    }

    private long nowInTicks() {
        return LAYOUT.tickAt(clock.millis());
    }

    /** What a process leaves that ends at once. A reader may see half of a write, which a disk does not keep. */
    private Path crash() throws IOException {
        Path left = folder.resolve("worker-7.after-crash");
        while (true) {
            Files.copy(file, left, StandardCopyOption.REPLACE_EXISTING);
            try {
                FiledTicks.parse(Files.readString(left));
                return left;
            } catch (LockedFileException halfWritten) {
                Thread.onSpinWait();
            }
        }
    }

    /** The lease of the next start on another host, which has the file of the crashed one. */
    private WorkerLease startAfter(Path crashed) {
        return StaticWorkerIdAssigner.of(7)
                .withNamespace(namespace)
                .withTickFile(crashed)
                .assignWorkerId(now());
    }

    @Test
    void saysWhatItIsToPeople() throws IOException {
        WorkerLease lease = assigner().assignWorkerId(now());
        lease.reserve(28_000_000);

        assertThat(Files.readAllLines(file))
                .startsWith(
                        "UID Generator tick file, version 1",
                        "namespace=" + namespace,
                        "layout=31/14/18 bits of PT1S from 2026-01-01T00:00:00Z",
                        "workerId=7",
                        "usedThrough=28000002",
                        "usedUntil=2026-11-21T01:46:43Z");
        assertThat(Files.size(file)).isEqualTo(512);
        lease.release(27_999_000);
        assertThat(Files.readString(file)).contains("usedThrough=27999000");
    }

    @Test
    void startsAboveWhatWasGivenBackThoughTheClockWasSetBack() {
        WorkerLease before = assigner().assignWorkerId(now());
        long last = nowInTicks() + 5;
        before.reserve(last);
        before.release(last);
        clock.advance(Duration.ofDays(-1));

        WorkerLease after = assigner().assignWorkerId(now());

        assertThat(after.firstTick()).isEqualTo(last + 1);
        assertThat(after.latestTick(nowInTicks())).isEqualTo(Long.MAX_VALUE);
        after.release(after.firstTick() - 1);
    }

    @Test
    void leavesTheFileAsItIsIfNothingWasUsed() throws IOException {
        String before = Files.readString(file);
        assigner().assignWorkerId(now()).release(-1);

        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void startsAboveAllThatACrashedProcessMayHaveUsed() throws IOException {
        WorkerLease lease = assigner().assignWorkerId(now());
        long[] asked = {nowInTicks(), nowInTicks() + 1, nowInTicks() + 2, nowInTicks() + 400, nowInTicks() + 5_000_000};
        for (long tick : asked) {
            lease.reserve(tick);
            long allowed = lease.state().reservedThrough();
            assertThat(FiledTicks.parse(Files.readString(crash())).usedThrough())
                    .isGreaterThanOrEqualTo(tick)
                    .isGreaterThanOrEqualTo(allowed)
                    .isLessThanOrEqualTo(tick + 2 * 16);
        }
        Path crashed = crash();
        lease.release(asked[0]);

        WorkerLease next = startAfter(crashed);

        assertThat(next.firstTick()).isGreaterThan(asked[asked.length - 1]);
        next.release(next.firstTick() - 1);
    }

    @Test
    void allowsNoTickThatIsNotInTheFile() throws IOException {
        WorkerLease lease = assigner().assignWorkerId(now());
        assertThat(lease.state().reservedThrough()).isEqualTo(lease.firstTick() - 1);

        lease.reserve(lease.firstTick());

        assertThat(FiledTicks.parse(Files.readString(file)).usedThrough()).isGreaterThanOrEqualTo(lease.firstTick());
        lease.release(lease.firstTick());
    }

    @Test
    void isWrittenBeforeItsTicksAreUsedUpAndRestsThen() {
        WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now().withName("in-time"));
        lease.reserve(nowInTicks());
        long allowed = lease.state().reservedThrough();
        try (LogRecorder log = new LogRecorder()) {
            disk.fillUp();
            lease.reserve(allowed);
            Patience.spinUntil(
                    () -> logged(log, "WARNING tick file .* is not written now, trying again with back-off"));
            assertThat(lease.state().storeFailure()).hasMessageContaining("No space left on device");
            assertThat(lease.state().reservedThrough()).isEqualTo(allowed);

            disk.makeRoom();
            Patience.spinUntil(() -> logged(log, "INFO tick file .* is written again after \\d+ failed attempts"));
        }
        assertThat(lease.state().reservedThrough()).isGreaterThan(allowed);
        assertThat(lease.state().storeFailure()).isNull();
        Patience.spinUntil(() -> rests("in-time-tick-file"));
        lease.release(allowed);
    }

    private static boolean logged(LogRecorder log, String line) {
        return log.lines().stream().anyMatch(each -> each.matches(line));
    }

    /** Whether the thread has nothing to do, or was never needed. */
    private static boolean rests(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(thread))
                .map(Thread::getState)
                .allMatch(Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)::contains);
    }

    @Test
    void isWrittenOnceForTicksThatItAllows() {
        for (long tick : new long[] {nowInTicks(), LAYOUT.maxTick()}) {
            int before = disk.writes();
            WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now().withName("once"));
            for (int call = 0; call < 100; call++) {
                lease.reserve(tick);
            }
            Patience.spinUntil(() -> rests("once-tick-file"));
            lease.release(tick);

            int lower = tick == LAYOUT.maxTick() ? 0 : 1; // when it is given back
            assertThat(disk.writes() - before).describedAs("%d", tick).isEqualTo(1 + lower);
        }
    }

    @Test
    void isWrittenLessOftenWhereTicksAreClaimedAtAHighRate() {
        WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now());
        for (int i = 0; i < 10_000; i++) {
            lease.reserve(nowInTicks() + i);
        }
        lease.release(nowInTicks() + 10_000);

        assertThat(disk.writes()).isLessThan(1_000);
    }

    @Test
    void borrowsAsMuchAsTheGeneratorMayAndContinuesAboveThatWithoutAClock() throws IOException {
        UidLayout layout = UidLayout.of(31, 19, 13);
        Path deep = folder.resolve("deep");
        StaticWorkerIdAssigner assigner =
                StaticWorkerIdAssigner.of(7).withNamespace("deep").withTickFile(deep);
        assigner.createFile(layout, Instant.now());
        long[] uids;
        try (CachedUidGenerator generator = CachedUidGenerator.builder(assigner)
                .layout(layout)
                .maxBorrow(Duration.ofHours(1))
                .build()) {
            uids = take(generator, 8_192 * 600);
            assertThat(generator.decode(uids[uids.length - 1]).time())
                    .isAfter(Instant.now().plusSeconds(500));
        }

        try (CachedUidGenerator generator = CachedUidGenerator.builder(assigner)
                .layout(layout)
                .maxBorrow(Duration.ofHours(1))
                .build()) {
            assertThat(generator.getUID()).isGreaterThan(uids[uids.length - 1]);
        }
        try (DefaultUidGenerator generator = DefaultUidGenerator.builder(assigner)
                .layout(layout)
                .clockPolicy(ClockPolicy.withoutClock())
                .build()) {
            assertThat(generator.getUID()).isGreaterThan(uids[uids.length - 1]);
        }
    }

    /** The ring of a generator that has just been closed holds eight seconds. */
    @Test
    void leavesLessThanFiveSecondsOutWhenItIsStartedAgain() {
        List<Long> ticks = new ArrayList<>();
        for (int start = 0; start < 10; start++) {
            try (CachedUidGenerator generator =
                    CachedUidGenerator.builder(assigner()).build()) {
                ticks.add(LAYOUT.tickOf(generator.getUID()));
            }
        }

        for (int start = 1; start < ticks.size(); start++) {
            long started = System.currentTimeMillis(); // at least as late
            assertThat(ticks.get(start)).isLessThan(Math.max(ticks.get(start - 1), LAYOUT.tickAt(started)) + 5);
        }
    }

    @Test
    void isLockedAgainstOtherGeneratorsAndProcesses() throws Exception {
        try (ManagedUidGenerator first =
                CachedUidGenerator.builder(assigner()).name("first").build()) {
            assertThatThrownBy(() -> DefaultUidGenerator.builder(assigner()).build())
                    .hasMessageContaining("belongs to generator first of this JVM");
            assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7)
                            .withNamespace("of-another-class-loader")
                            .withTickFile(file)
                            .assignWorkerId(now()))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "worker id 7: tick file %s cannot be used: another generator of this process uses it;"
                                    + " each needs a file of its own",
                            file);
            assertThat(startElsewhere())
                    .isEqualTo("worker id 7: tick file " + file
                            + " cannot be used: another process uses it; each needs a file of its own");
            first.suspend();
            assertThat(startElsewhere()).isEqualTo("7");
            first.resume();
        }
        assertThat(startElsewhere()).isEqualTo("7");
    }

    private enum Change {
        REPLACED {
            /** As {@code sed -i}, editors and rsync do it. */
            @Override
            void make(Path file) throws IOException {
                Path copy = file.resolveSibling("copy");
                Files.copy(file, copy);
                Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        REMOVED {
            @Override
            void make(Path file) throws IOException {
                Files.delete(file);
            }
        };

        abstract void make(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void isOverWhenItsFileIsNoLongerInItsPlace(Change change) throws Exception {
        WorkerLease lease = assigner().assignWorkerId(now().withName("first"));
        lease.reserve(nowInTicks());
        long written = lease.state().reservedThrough();
        Path real = file.toRealPath();
        change.make(file);
        lease.reserve(written);
        assertThat(lease.isRevoked()).isFalse();

        assertThatThrownBy(() -> lease.reserve(written + 1))
                .isInstanceOf(WorkerLeaseLostException.class)
                .hasMessage(
                        "tick file %s is lost, and worker id 7 with it: it was removed or replaced while it was in use, so"
                                + " another process may use the one that is there now. Close a generator before its file is"
                                + " changed. If none uses it, make it with 'uid tick-file create' above all UIDs that were"
                                + " made with this worker id",
                        real);
        assertThat(lease.isRevoked()).isTrue();
        assertThatThrownBy(() -> lease.reserve(written + 2)).isInstanceOf(WorkerLeaseLostException.class);
        Patience.spinUntil(() -> Leftovers.threads("first-tick-file").isEmpty());
        if (change == Change.REMOVED) {
            assigner().createFile(LAYOUT, LONG_AGO); // as the message says, but not above all UIDs
        }
        assertThat(startElsewhere()).isEqualTo("7");
        WorkerLease next = assigner().assignWorkerId(now());
        assertThat(next.firstTick()).isEqualTo(written + 1);
        lease.release(written + 1_000);
        next.release(next.firstTick());
    }

    @Test
    void isOverWhenALinkLeadsToAnotherFile() throws IOException {
        Path before = Files.createDirectory(folder.resolve("before"));
        Path after = Files.createDirectory(folder.resolve("after"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), before);
        Files.move(file, before.resolve("worker-7"));
        WorkerLease lease = StaticWorkerIdAssigner.of(7)
                .withNamespace(namespace)
                .withTickFile(link.resolve("worker-7"))
                .assignWorkerId(now());
        lease.reserve(nowInTicks());
        Files.copy(before.resolve("worker-7"), after.resolve("worker-7"));
        Files.delete(link);
        Files.createSymbolicLink(link, after);

        assertThatThrownBy(() -> lease.reserve(lease.state().reservedThrough() + 1))
                .isInstanceOf(WorkerLeaseLostException.class);
    }

    @Test
    void isTakenAgainWhereItsFileWasReplaced() throws Exception {
        try (LogRecorder log = new LogRecorder();
                CachedUidGenerator generator =
                        CachedUidGenerator.builder(assigner()).layout(LAYOUT).build()) {
            long[] before = take(generator, 1_000);
            Change.REPLACED.make(file);
            long[] after = take(generator, LAYOUT_UIDS_OF_A_MINUTE / 4);

            long[] all = LongStream.concat(Arrays.stream(before), Arrays.stream(after))
                    .sorted()
                    .toArray();
            for (int i = 1; i < all.length; i++) {
                if (all[i] == all[i - 1]) {
                    throw new AssertionError(all[i] + " was handed out twice");
                }
            }
            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line).contains("has lost worker id 7 and takes another one"));
        }
    }

    private String startElsewhere() throws Exception {
        return ChildJvm.run(List.of("-Dfile=" + file, "-Dnamespace=" + namespace), OtherProcess.class)
                .strip();
    }

    static final class OtherProcess {
        public static void main(String[] args) {
            try {
                WorkerLease lease = StaticWorkerIdAssigner.of(7)
                        .withNamespace(System.getProperty("namespace"))
                        .withTickFile(Path.of(System.getProperty("file")))
                        .assignWorkerId(LeaseRequest.of(LAYOUT));
                System.out.println(lease.workerId());
            } catch (UidGenerateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void refusesAFileThatIsMissingDamagedOrOfAnotherWorkerId() throws IOException {
        String good = Files.readString(file);
        assertRefused(assigner().withNamespace("other"), "it is of namespace " + namespace + ", here is other");
        assertRefused(
                StaticWorkerIdAssigner.of(8).withNamespace(namespace).withTickFile(file),
                "it is of worker id 7, here is 8");
        assertThatThrownBy(() -> assigner().assignWorkerId(LeaseRequest.of(UidLayout.of(31, 15, 17))))
                .hasMessage(
                        "worker id 7: tick file %s cannot be used: it is of layout 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z,"
                                + " here is 31/15/17 bits of PT1S from 2026-01-01T00:00:00Z",
                        file);
        for (String bad : new String[] {"", good.replace("usedThrough=86", "usedThrough=85"), good + "\n", "x"}) {
            Files.writeString(file, bad);
            assertRefused(
                    assigner(),
                    "it is damaged, or was written by another version. Remove it, and make it with 'uid tick-file create'"
                            + " above all UIDs that were made with this worker id");
            assertThat(Files.readString(file)).isEqualTo(bad);
        }
        Files.delete(file);
        assertRefused(
                assigner(),
                "it is missing. Make it once, with 'uid tick-file create'; if it was lost, above all UIDs that were made with this worker id");
        assertThat(file).doesNotExist();

        Files.writeString(file, good);
        WorkerLease lease = assigner().assignWorkerId(now());
        assertThat(lease.firstTick()).isEqualTo(86_400);
        lease.release(-1);
    }

    /** The clock was a year ahead for a while. */
    @Test
    void refusesAFileWhoseNextTickIsOutOfReach() throws IOException {
        Files.delete(file);
        assigner().createFile(LAYOUT, NOW.plus(Duration.ofDays(1)).plusSeconds(30));
        LeaseRequest borrowsADay = now().withMaxBorrow(Duration.ofDays(1));
        assigner().assignWorkerId(borrowsADay).release(-1);
        Files.delete(file);
        assigner().createFile(LAYOUT, NOW.plus(Duration.ofDays(365)));

        assertThatThrownBy(() -> assigner().assignWorkerId(borrowsADay))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 7: tick file %s cannot be used: its next tick is further ahead of the clock than maxBorrow:"
                                + " next=2027-11-21T10:30:16Z, now=2026-11-21T10:30:15.400Z, maxBorrow=PT24H. If the clock is"
                                + " right now, raise maxBorrow, or take another worker id",
                        file);
        assigner()
                .assignWorkerId(borrowsADay.withMaxBorrow(Duration.ofDays(365)))
                .release(-1);
        assigner().assignWorkerId(borrowsADay.withoutClock()).release(-1);
    }

    private void assertRefused(StaticWorkerIdAssigner assigner, String why) {
        assertThatThrownBy(() -> assigner.assignWorkerId(now()))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith(": tick file " + file + " cannot be used: " + why);
    }

    @Test
    void usesNoTickThatItCouldNotWriteDown() throws IOException {
        WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now());
        lease.reserve(nowInTicks());
        long written = lease.state().reservedThrough();

        disk.fillUp();
        lease.reserve(written);
        assertThatThrownBy(() -> lease.reserve(written + 1))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("tick file %s cannot be written: java.io.IOException: No space left on device", file);
        assertThat(lease.state().reservedThrough()).isEqualTo(written);
        Path crashed = crash();
        assertThatThrownBy(() -> lease.release(written))
                .hasMessage(
                        "tick file %s may say more ticks than were used: java.io.IOException: No space left on device",
                        file);

        WorkerLease next = startAfter(crashed);
        assertThat(next.firstTick()).isEqualTo(written + 1);
        next.release(written);
        WorkerLease again = assigner().assignWorkerId(now());
        assertThat(again.firstTick()).isEqualTo(written + 1);
        again.release(written);
    }

    /** The write that failed may have damaged the file. */
    @Test
    void isWrittenAgainWhenItIsGivenBackAfterAWriteThatFailed() {
        WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now());
        lease.reserve(nowInTicks());
        long written = lease.state().reservedThrough();
        disk.fillUp();
        assertThatThrownBy(() -> lease.reserve(written + 1)).hasMessageContaining("cannot be written");
        disk.makeRoom();
        int before = disk.writes();

        lease.release(written);

        assertThat(disk.writes()).isEqualTo(before + 1);
    }

    @Tag("proof")
    @Test
    void continuesWhenTheDiskHasRoomAgain() {
        try (LogRecorder log = new LogRecorder();
                CachedUidGenerator generator = CachedUidGenerator.builder(
                                assigner().openedBy(disk))
                        .layout(LAYOUT)
                        .name("orders")
                        .build()) {
            disk.fillUp();
            assertThatThrownBy(() -> take(generator, LAYOUT_UIDS_OF_A_MINUTE))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageContaining("No space left on device");
            disk.makeRoom();

            assertThat(take(generator, LAYOUT_UIDS_OF_A_MINUTE)).hasSize(LAYOUT_UIDS_OF_A_MINUTE);
            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line).contains("orders gets no answer about its worker id"));
        }
    }

    @Test
    void changesNothingAfterItWasGivenBack() throws IOException {
        WorkerLease before = assigner().assignWorkerId(now());
        before.reserve(nowInTicks());
        before.release(nowInTicks());
        before.release(nowInTicks() + 1_000);
        assertThatThrownBy(() -> before.reserve(nowInTicks() + 100))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("tick file %s is closed, because the worker id was given back", file.toRealPath());

        WorkerLease live = assigner().assignWorkerId(now());
        assertThat(live.firstTick()).isEqualTo(nowInTicks() + 1);
        before.release(0);
        assertThatThrownBy(() -> assigner().assignWorkerId(now())).hasMessageContaining("belongs to generator");
        live.release(live.firstTick() - 1);
    }

    @Test
    void endsItsThread() {
        for (int start = 0; start < 20; start++) {
            WorkerLease lease = assigner().assignWorkerId(now().withName("thread-of-tick-file"));
            lease.reserve(lease.firstTick());
            lease.reserve(lease.state().reservedThrough()); // its thread moves on
            lease.release(lease.firstTick());
        }
        assertThat(Leftovers.threads("thread-of-tick-file")).isEmpty();
    }

    @Test
    void isGivenBackAfterAWriteThatHangs() {
        WorkerLease lease = assigner().openedBy(disk).assignWorkerId(now().withName("hangs"));
        long tick = nowInTicks();
        CountDownLatch letGo = disk.hangOnce();
        Callers reserving = Callers.start(1, () -> lease.reserve(tick));
        Patience.spinUntil(() -> disk.writes() == 1);

        assertThatThrownBy(() -> lease.release(tick))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("tick file %s is not written within PT5S: worker id 7 is given back when that ends", file);
        Thread.currentThread().interrupt();
        lease.release(tick);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> assigner().assignWorkerId(now())).hasMessageContaining("belongs to generator hangs");

        letGo.countDown();
        reserving.calls().forEach(CompletableFuture::join);
        lease.release(tick);
        WorkerLease next = assigner().assignWorkerId(now());
        assertThat(next.firstTick()).isEqualTo(tick + 1);
        next.release(tick);
    }

    @ParameterizedTest
    @EnumSource
    void isGivenBackWhereNoThreadCanBeStarted(ThreadTrouble trouble) throws IOException {
        LeaseRequest request = now().withName("threadless");
        LockedFile opened = LockedFile.open(file);
        WorkerLease lease = new RememberedLease(
                request.name(),
                7,
                FiledTicks.parse(opened.read()),
                opened,
                TakenWorkerId.take(namespace, request, 7),
                trouble.whenever(() -> true));
        lease.reserve(nowInTicks());

        lease.release(nowInTicks());

        WorkerLease next = assigner().assignWorkerId(now());
        assertThat(next.firstTick()).isEqualTo(nowInTicks() + 1);
        next.release(nowInTicks());
    }

    @Test
    void keepsTheLastTickOfTheLayout() throws IOException {
        WorkerLease lease = assigner().assignWorkerId(now());
        lease.reserve(LAYOUT.maxTick());

        assertThat(lease.state().reservedThrough()).isEqualTo(LAYOUT.maxTick());
        lease.release(LAYOUT.maxTick());
        WorkerLease next = assigner().assignWorkerId(now());
        assertThat(next.firstTick()).isEqualTo(LAYOUT.maxTick() + 1);
        next.release(next.firstTick() - 1);
    }

    @Test
    void takesLongTicksAndDataCentres() throws IOException {
        UidLayout layout = UidLayout.parse("31/5+9/18 bits of PT1H from 2026-01-01T00:00:00Z");
        Path hourly = folder.resolve("hourly");
        StaticWorkerIdAssigner.of(3 << 9 | 7)
                .withNamespace("hours")
                .withTickFile(hourly)
                .createFile(layout, Instant.now());
        DataCenterWorkerIdAssigner assigner = new DataCenterWorkerIdAssigner(
                3, StaticWorkerIdAssigner.of(7).withNamespace("hours").withTickFile(hourly));
        try (DefaultUidGenerator generator =
                DefaultUidGenerator.builder(assigner).layout(layout).build()) {
            assertThat(generator.decode(generator.getUID()).workerId()).isEqualTo(3 << 9 | 7);
        }
    }

    @Test
    void makesNoFileInThePlaceOfOne() throws IOException {
        String before = Files.readString(file);
        assertThatThrownBy(() -> assigner().createFile(LAYOUT, NOW)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void leavesNoFileThatCouldNotBeWritten() throws IOException {
        Path other = folder.resolve("other");
        StaticWorkerIdAssigner assigner =
                StaticWorkerIdAssigner.of(7).withTickFile(other).openedBy(disk);
        disk.fillUp();
        assertThatThrownBy(() -> assigner.createFile(LAYOUT, NOW))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(other).doesNotExist();

        disk.makeRoom();
        assigner.createFile(LAYOUT, NOW);
        assertThat(other).hasSize(512);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-12-31T23:59:59Z", "2094-01-19T03:14:09Z"})
    void makesNoFileForATimeThatTheLayoutDoesNotHave(String time) {
        Path other = folder.resolve("other");
        assertThatThrownBy(
                        () -> StaticWorkerIdAssigner.of(7).withTickFile(other).createFile(LAYOUT, Instant.parse(time)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("usedUntil must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z]: usedUntil=%s", time);
        assertThat(other).doesNotExist();
    }

    @Test
    void refusesWhatHasNoEffectBesideAFile() {
        assertThatThrownBy(() -> assigner().withRestartGap(Duration.ofSeconds(15)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "restartGap must not be set where file says which ticks were used (file=%s): restartGap=PT15S",
                        file);
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7)
                        .withRestartGap(Duration.ZERO)
                        .withTickFile(file))
                .hasMessageStartingWith("restartGap must not be set");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7, 8).withTickFile(file))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("workerId must be one where file is set (file=%s): workerId=[7, 8]", file);
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).createFile(LAYOUT, NOW))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("no file is named: call withTickFile first");
    }

    @Test
    void startsInTheTickAfterTheTimeThatTheFileWasMadeWith() throws IOException {
        for (String[] each : new String[][] {
            {"2026-01-01T00:00:00Z", "0"}, {"2026-01-01T00:00:00.001Z", "1"}, {"2026-01-01T00:00:01Z", "1"}
        }) {
            Files.delete(file);
            assigner().createFile(LAYOUT, Instant.parse(each[0]));
            WorkerLease lease = assigner().assignWorkerId(now());
            assertThat(lease.firstTick()).describedAs(each[0]).isEqualTo(Long.parseLong(each[1]));
            lease.release(-1);
        }
    }

    @Test
    void isUniqueThroughManyCrashes() throws IOException {
        long highest = -1;
        for (int start = 0; start < 30; start++) {
            Path crashed;
            try (CachedUidGenerator generator = CachedUidGenerator.builder(
                            assigner().withNamespace(namespace))
                    .layout(LAYOUT)
                    .build()) {
                long[] uids = take(generator, 1 << start % 20);
                assertThat(uids[0]).isGreaterThan(highest);
                highest = uids[uids.length - 1];
                crashed = crash();
            }
            Files.copy(crashed, file, StandardCopyOption.REPLACE_EXISTING); // as it was before it was closed
        }
    }
}
