package org.uidgenerator.generator;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerLease;

/**
 * Sets the wall clock of its own process by hours while threads take UIDs, and prints a line for each generator: what
 * its callers got, from one setting of the clock to the next. Started by {@link WallClockTest}.
 */
final class WallClockRun {
    /** The environment variable that names the file with the offset of the clock in nanoseconds. */
    static final String OFFSET_FILE = "WALLCLOCK_FILE";

    /** Ahead, back within maxBorrow of the last UIDs, back beyond it, ahead of all UIDs. */
    private static final int[] OFFSETS_IN_HOURS = {0, 3, 1, -4, 4};

    private static final Duration MAX_BORROW = Duration.ofHours(3);
    private static final Duration MAX_STALENESS = Duration.ofSeconds(2);
    private static final Duration MAX_WAIT = Duration.ofMillis(200);

    /**
     * Between two settings of the clock, which generators notice within 250 ms, or ten times as late on a machine that
     * is overloaded.
     */
    private static final long PHASE_NANOS = TimeUnit.MILLISECONDS.toNanos(3_200);

    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);
    private static final long PACE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** More UIDs in a tick and in a block than callers take in a phase: what is open must be left, not used up. */
    private static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(36)
            .workerBits(5)
            .seqBits(22)
            .tick(Duration.ofMillis(10))
            .build();

    private enum Kind {
        PER_THREAD {
            @Override
            UidGenerator start() {
                return cached(Ordering.PER_THREAD);
            }
        },
        STRICT {
            @Override
            UidGenerator start() {
                return cached(Ordering.STRICT);
            }
        },
        ON_DEMAND {
            @Override
            UidGenerator start() {
                return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                        .layout(LAYOUT)
                        .maxBorrow(MAX_BORROW)
                        .maxWait(MAX_WAIT)
                        .build();
            }
        };

        abstract UidGenerator start();

        private static UidGenerator cached(Ordering ordering) {
            return CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                    .layout(LAYOUT)
                    .ordering(ordering)
                    .maxBorrow(MAX_BORROW)
                    .maxStaleness(MAX_STALENESS)
                    .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(MAX_WAIT))
                    .build();
        }
    }

    /** A call: when it began and ended by either clock, and its UID or -1 if it failed. */
    private record Call(long startNanos, long startMillis, long uid, long endMillis, long endNanos) {
        boolean gotUid() {
            return uid >= 0;
        }

        boolean isNearTheClock() {
            long time = LAYOUT.timeOf(LAYOUT.tickOf(uid)).toEpochMilli();
            return time >= startMillis - MAX_STALENESS.toMillis() && time <= endMillis + MAX_BORROW.toMillis();
        }
    }

    /** A generator and two threads that take UIDs of it. */
    private static final class Takers {
        private final Kind kind;
        private final UidGenerator generator;
        private final List<List<Call>> calls = List.of(new ArrayList<>(), new ArrayList<>());
        private final AtomicLong greatest = new AtomicLong(-1);
        private final List<Thread> threads;
        private volatile boolean stopped;
        private volatile String disorder = "";

        Takers(Kind kind) {
            this.kind = kind;
            generator = kind.start();
            threads = calls.stream()
                    .map(own -> new Thread(() -> take(own), kind + " taker"))
                    .toList();
            for (Thread thread : threads) {
                thread.setDaemon(true); // one that hangs must not keep the process up
                thread.start();
            }
        }

        private void take(List<Call> own) {
            long lastOfThis = -1;
            while (!stopped) {
                long above = kind == Kind.PER_THREAD ? lastOfThis : greatest.get();
                long startNanos = System.nanoTime();
                long startMillis = System.currentTimeMillis();
                long uid = uidOrFailure();
                own.add(new Call(startNanos, startMillis, uid, System.currentTimeMillis(), System.nanoTime()));
                if (uid >= 0) {
                    if (uid <= above) {
                        disorder = String.format(Locale.ROOT, "%s: UID %d after %d", kind, uid, above);
                    }
                    lastOfThis = uid;
                    greatest.accumulateAndGet(uid, Math::max);
                }
                LockSupport.parkNanos(PACE_NANOS);
            }
        }

        private long uidOrFailure() {
            try {
                return generator.getUID();
            } catch (UidGenerateException noneInTime) {
                return -1;
            }
        }

        void stop() throws InterruptedException {
            stopped = true;
            for (Thread thread : threads) {
                Patience.join(thread);
            }
            generator.close();
            require(disorder.isEmpty(), disorder);
            long[] uids = calls.stream()
                    .flatMap(List::stream)
                    .filter(Call::gotUid)
                    .mapToLong(Call::uid)
                    .toArray();
            require(LongStream.of(uids).distinct().count() == uids.length, kind + ": a UID was issued twice");
        }

        /** What the threads got from one setting of the clock, once it had been noticed, to the next. */
        String between(long sinceNanos, long untilNanos) {
            return calls.stream()
                    .map(own -> own.stream()
                            .filter(call -> call.startNanos() > sinceNanos + NOTICE_NANOS)
                            .filter(call -> call.endNanos() < untilNanos)
                            .map(call -> !call.gotUid()
                                    ? "no UID"
                                    : call.isNearTheClock() ? "UIDs near the clock" : "UIDs off the clock")
                            .distinct()
                            .collect(Collectors.joining(" and ")))
                    .distinct()
                    .collect(Collectors.joining(" or "));
        }
    }

    private WallClockRun() {}

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        List<Takers> takers = Arrays.stream(Kind.values()).map(Takers::new).toList();
        long[] setAt = setTheClockAgainAndAgain();
        for (Takers each : takers) {
            each.stop();
        }
        for (Takers each : takers) {
            System.out.println(each.kind
                    + IntStream.range(0, OFFSETS_IN_HOURS.length)
                            .mapToObj(phase -> each.between(setAt[phase], setAt[phase + 1]))
                            .collect(Collectors.joining(", ", ": ", "")));
        }
    }

    /** Says when, by the monotonic clock, the clock was set each time, and when the last phase ended. */
    private static long[] setTheClockAgainAndAgain() throws IOException {
        long[] setAt = new long[OFFSETS_IN_HOURS.length + 1];
        Path file = Path.of(System.getenv(OFFSET_FILE));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer offset = channel.map(MapMode.READ_WRITE, 0, Long.BYTES);
            offset.order(ByteOrder.nativeOrder());
            long startMillis = System.currentTimeMillis();
            for (int phase = 0; phase < OFFSETS_IN_HOURS.length; phase++) {
                long hours = OFFSETS_IN_HOURS[phase];
                setAt[phase] = System.nanoTime(); // Order matters! What ended before that was by the clock before
                offset.putLong(0, TimeUnit.HOURS.toNanos(hours));
                long shown = System.currentTimeMillis() - startMillis;
                require(Math.round(shown / 3_600_000.0) == hours, "the clock cannot be set here: it shows " + shown);
                awaitNanoTime(setAt[phase] + PHASE_NANOS);
            }
        }
        setAt[OFFSETS_IN_HOURS.length] = System.nanoTime();
        return setAt;
    }

    private static void awaitNanoTime(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
