package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.contestants.Entrant.ATOMIC_LONG;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED_DEFAULT_LAYOUT;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED_STRICT;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED_UNLIMITED;
import static org.uidgenerator.benchmarks.contestants.Entrant.COSID_CHAIN;
import static org.uidgenerator.benchmarks.contestants.Entrant.ORIGINAL;
import static org.uidgenerator.benchmarks.contestants.Entrant.ORIGINAL_WIDE;
import static org.uidgenerator.benchmarks.contestants.Entrant.SEGMENTS;
import static org.uidgenerator.benchmarks.contestants.Entrant.THREAD_LOCAL;
import static org.uidgenerator.benchmarks.contestants.Entrant.UNBUFFERED;
import static org.uidgenerator.benchmarks.report.Figures.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;
import org.uidgenerator.benchmarks.contestants.Pace;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.Handout;
import org.uidgenerator.benchmarks.programs.Sustained;

/** The demands of the project on itself, compared with the results of a run. */
final class Bars {
    /** What the padder allocates, 48 bytes for a block of 1,024 UIDs or more, spread over the calls that take them. */
    private static final double BYTES_OF_BLOCKS = 0.05;

    /** A batch whose time, multiplied by this, is at most that of a plain fill runs at the speed of the memory. */
    private static final double AS_GOOD_AS = 0.95;

    /** What each of several worker ids adds to the rate, if one alone counts as 1. */
    private static final double SHARE_OF_A_WORKER_ID = 60.0 / 64;

    private static final double IDLE_SHARE = 0.001;
    private static final double FIRST_UID_MILLIS = 50;
    private static final double BATCH_NANOS = 0.5;
    private static final long MOST_LOST_PER_THREAD = 10;

    /** By how much the heap in use may grow if threads leave nothing behind, because measuring leaves something. */
    private static final long NO_HEAP = 1 << 20;

    private final Results results;
    private final CpuVendor vendor;
    private final List<Bar> bars = new ArrayList<>();

    private Bars(Results results) {
        this.results = results;
        vendor = results.machine.vendor();
    }

    static List<Bar> of(Results results) {
        Bars bars = new Bars(results);
        bars.againstCounters();
        bars.againstPeers();
        bars.ofSegments();
        bars.besideSpeed();
        return bars.bars.stream()
                .map(bar -> bar.because(results.obstacles.get(bar.what())))
                .toList();
    }

    private void againstCounters() {
        int cores = results.machine.cores();
        against("CachedUidGenerator against a ThreadLocal counter", CACHED, THREAD_LOCAL, 1, 1);
        against("CachedUidGenerator against a ThreadLocal counter", CACHED, THREAD_LOCAL, 2, 1);
        against("CachedUidGenerator against AtomicLong", CACHED, ATOMIC_LONG, 1, vendor.bound(0.85, 2.5));
        against("CachedUidGenerator against AtomicLong", CACHED, ATOMIC_LONG, 2, vendor.bound(6, 8));
        scaling(2, 1, 1.8);
        for (int threads : results.threadCounts()) {
            if (threads > cores) {
                scaling(threads, cores, vendor.bound(0.9, 0.75));
            }
        }
        unevenThreadIds();
        for (int threads : List.of(1, 2, 4, 8)) {
            against("Ordering.STRICT against AtomicLong", CACHED_STRICT, ATOMIC_LONG, threads, 0.8);
        }
    }

    private void againstPeers() {
        against("CachedUidGenerator against CosId SegmentChainId", CACHED, COSID_CHAIN, 1, vendor.bound(2, 3));
        against("CachedUidGenerator against CosId SegmentChainId", CACHED, COSID_CHAIN, 2, vendor.bound(6, 15));
        List<Entrant> snowflakes = Arrays.stream(Entrant.values())
                .filter(peer -> peer.kind() == Kind.SNOWFLAKE && peer.pace() != Pace.CAPPED)
                .toList();
        againstFastest("CachedUidGenerator against the fastest snowflake", CACHED, snowflakes, 1, 10);
        againstFastest("CachedUidGenerator against the fastest snowflake", CACHED, snowflakes, 2, 15);
        String unlimited = "CachedUidGenerator, unlimited borrowing";
        for (int threads : List.of(1, 2, 4, 8)) {
            List<Entrant> originals = List.of(ORIGINAL, ORIGINAL_WIDE);
            againstFastest(unlimited + ", against the original", CACHED_UNLIMITED, originals, threads, 20);
        }
        bars.add(Bar.of(
                unlimited + ", calls refused",
                "0",
                results.audit(CACHED_UNLIMITED),
                audit -> Long.toString(audit.rejected()),
                audit -> audit.rejected() == 0));
        againstFastest("DefaultUidGenerator against the fastest snowflake", UNBUFFERED, snowflakes, 1, 2);
        againstFastest("DefaultUidGenerator against the fastest snowflake", UNBUFFERED, snowflakes, 2, 2);
    }

    private void ofSegments() {
        for (int threads : List.of(1, 2, 4)) {
            against("SegmentIdGenerator against CachedUidGenerator", SEGMENTS, CACHED, threads, 0.9);
        }
        double remote = rate(results.remoteOnOneCore) / rate(results.onOneCore);
        bars.add(Bar.atLeast(0.9, Results.REMOTE_ON_ONE_CORE, remote, ""));
        against("SegmentIdGenerator against CosId SegmentChainId", SEGMENTS, COSID_CHAIN, 1, 2);
        against("SegmentIdGenerator against CosId SegmentChainId", SEGMENTS, COSID_CHAIN, 2, 6);
    }

    private static double rate(@Nullable Sustained run) {
        return run == null ? Double.NaN : run.perSecond();
    }

    private void besideSpeed() {
        sustainedByWorkerIds();
        batch();
        allocation();
        for (String percentile : List.of("50", "90", "99", "99.9")) {
            latencyAtMost(percentile, ATOMIC_LONG);
        }
        latencyAtMost("99.99", ORIGINAL);
        latencyAtMost("99.99", COSID_CHAIN);
        virtualThreads();
        shortLivedThreads();
        idle();
        firstUid("cold", FirstUid::coldMillis);
        firstUid("warm", FirstUid::warmMillis);
    }

    private void against(String what, Entrant contestant, Entrant peer, int threads, double times) {
        bars.add(Bar.atLeast(times, at(threads, what), results.ratio(contestant, peer, threads), ""));
    }

    private void againstFastest(String what, Entrant contestant, List<Entrant> peers, int threads, double times) {
        Optional<Entrant> fastest = peers.stream()
                .filter(peer -> !Double.isNaN(results.rate(peer, threads)))
                .max(Comparator.comparingDouble(peer -> results.rate(peer, threads)));
        double ratio =
                fastest.map(peer -> results.ratio(contestant, peer, threads)).orElse(Double.NaN);
        String remark = fastest.map(peer -> " (" + peer.shownName() + ")").orElse("");
        bars.add(Bar.atLeast(times, at(threads, what), ratio, remark));
    }

    private static String at(int threads, String what) {
        return String.format(Locale.ROOT, "%s, %d thread%s", what, threads, threads == 1 ? "" : "s");
    }

    private void scaling(int threads, int than, double times) {
        String what = String.format(Locale.ROOT, "CachedUidGenerator, %d threads against %d", threads, than);
        bars.add(Bar.atLeast(times, what, results.rate(CACHED, threads) / results.rate(CACHED, than), ""));
    }

    private void unevenThreadIds() {
        int threads = Results.UNEVEN_IDS_THREADS;
        bars.add(Bar.atLeast(
                0.8,
                at(threads, "CachedUidGenerator, thread ids equal modulo 64 against spread"),
                results.rate(Results.IDS_EQUAL_MODULO_64, CACHED, threads) / results.rate(CACHED, threads),
                ""));
    }

    private void sustainedByWorkerIds() {
        double one = results.sustained(CACHED_DEFAULT_LAYOUT)
                .map(run -> (double) run.perSecond())
                .orElse(Double.NaN);
        bars.add(Bar.of(
                "several worker ids, default layout, sustained against one",
                "at least " + SHARE_OF_A_WORKER_ID + " times their number",
                Optional.ofNullable(results.sustainedByWorkerIds).filter(run -> !Double.isNaN(one)),
                run -> String.format(
                        Locale.ROOT,
                        "%d worker ids: %s times, %,d UIDs/s, %s s after the first call",
                        run.workerIds(),
                        number(run.perSecond() / one),
                        run.perSecond(),
                        number(run.secondsToTakeThem())),
                run -> run.perSecond() / one >= SHARE_OF_A_WORKER_ID * run.workerIds()));
    }

    private void batch() {
        Optional<Measured> batch = results.find(Results.BATCH, "", 1);
        Optional<Measured> fill = results.find(Results.PLAIN_FILL, "", 1);
        double fillNanos = fill.map(it -> 1e3 / it.median()).orElse(Double.NaN);
        bars.add(Bar.of(
                "batch of 1,024, per UID",
                "at most 0.5 ns, or a plain fill's time",
                fill.flatMap(it -> batch).map(it -> 1e3 / it.median()),
                nanos -> number(nanos) + " ns, a plain fill " + number(fillNanos) + " ns",
                nanos -> nanos <= BATCH_NANOS || nanos * AS_GOOD_AS <= fillNanos));
    }

    private void allocation() {
        bars.add(Bar.of(
                "bytes per call of our generators",
                "at most those of the padder's blocks, 0.05",
                results.all(Results.THROUGHPUT).stream()
                        .filter(it -> Entrant.valueOf(it.subject()).kind() == Kind.OURS)
                        .filter(it -> Entrant.valueOf(it.subject()).pace() != Pace.SUPPLIED) // so do its suppliers
                        .map(Measured::bytesPerCall)
                        .max(Double::compare)
                        .filter(bytes -> !bytes.isNaN()),
                bytes -> String.format(Locale.ROOT, "%.4f", bytes),
                bytes -> bytes < BYTES_OF_BLOCKS));
    }

    private void latencyAtMost(String percentile, Entrant peer) {
        Optional<Double> nanos = latency(percentile, CACHED);
        Optional<Double> atMost = latency(percentile, peer);
        bars.add(Bar.of(
                String.format(Locale.ROOT, "latency p%s at %d threads", percentile, Results.LATENCY_THREADS),
                "at most that of " + peer.shownName()
                        + atMost.map(it -> ", " + number(it) + " ns").orElse(""),
                atMost.flatMap(it -> nanos),
                it -> number(it) + " ns",
                it -> it <= atMost.orElseThrow()));
    }

    private Optional<Double> latency(String percentile, Entrant contestant) {
        return results.find(Results.LATENCY, contestant.name(), Results.LATENCY_THREADS)
                .map(it -> it.percentiles().get(percentile));
    }

    private void virtualThreads() {
        bars.add(Bar.of(
                Results.VIRTUAL_THREADS,
                "none pinned, no duplicate, fewer than " + MOST_LOST_PER_THREAD
                        + " UIDs lost per thread, no more heap in use",
                Optional.ofNullable(results.virtualThreads),
                run -> String.format(
                        Locale.ROOT,
                        "%s, %d pinned, JDK %s",
                        handedOut(run.handout(), run.seconds(), run.heapBytes()),
                        run.pinned(),
                        run.jdk()),
                run -> run.pinned() == 0
                        && run.handout().duplicates() == 0
                        && run.handout().lost() < MOST_LOST_PER_THREAD * run.threads()
                        && run.heapBytes() < NO_HEAP));
    }

    private void shortLivedThreads() {
        bars.add(Bar.of(
                "100,000 short-lived platform threads",
                "no duplicate, at most a block lost per live thread, no more heap in use",
                Optional.ofNullable(results.shortLivedThreads),
                run -> String.format(
                        Locale.ROOT,
                        "%s, %d alive at the same time, blocks of %d",
                        handedOut(run.handout(), run.seconds(), run.heapBytes()),
                        run.alive(),
                        run.blockUids()),
                run -> run.handout().duplicates() == 0
                        && run.handout().lost() <= run.blockUids() * run.alive()
                        && run.heapBytes() < NO_HEAP));
    }

    private static String handedOut(Handout handout, double seconds, long heapBytes) {
        return String.format(
                Locale.ROOT,
                "%s million UIDs/s, %d duplicates, %d lost in all, %s KB of heap",
                number(handout.uids() / seconds / 1e6),
                handout.duplicates(),
                handout.lost(),
                number(heapBytes / 1024.0));
    }

    private void idle() {
        bars.add(Bar.of(
                "idle generator",
                "less than 0.1 % of a core",
                results.footprint(CACHED_DEFAULT_LAYOUT),
                footprint ->
                        String.format(Locale.ROOT, "%.3f %%, for %d s", 100 * footprint.idle(), footprint.seconds()),
                footprint -> footprint.idle() < IDLE_SHARE));
    }

    private void firstUid(String state, ToDoubleFunction<FirstUid> millis) {
        double[] samples = results.firstUids.stream().mapToDouble(millis).toArray();
        bars.add(Bar.of(
                "pool up to first UID, disposable worker id on a new H2 in memory, " + state + " JVM",
                "under 50 ms",
                Optional.of(new ListStatistics(samples).getPercentile(50)).filter(median -> !median.isNaN()),
                median -> String.format(Locale.ROOT, "%s ms, median of %d", number(median), samples.length),
                median -> median < FIRST_UID_MILLIS));
    }
}
