package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.contestants.Entrant.ATOMIC_LONG;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED_STRICT;
import static org.uidgenerator.benchmarks.contestants.Entrant.CACHED_UNLIMITED;
import static org.uidgenerator.benchmarks.contestants.Entrant.COSID_CHAIN;
import static org.uidgenerator.benchmarks.contestants.Entrant.ON_DEMAND;
import static org.uidgenerator.benchmarks.contestants.Entrant.ORIGINAL;
import static org.uidgenerator.benchmarks.contestants.Entrant.ORIGINAL_WIDE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.IdleShare;
import org.uidgenerator.benchmarks.programs.VirtualThreadsRun;

/** What the project demands of itself, held against the results of a run. */
final class Bars {
    /** What a call may allocate on average, so that a stray object of the profiler's does not count. */
    private static final double NO_BYTES = 0.01;

    /** A fill within this part of the plain one goes at the speed of the memory. */
    private static final double AS_GOOD_AS = 0.95;

    private static final double IDLE_SHARE = 0.001;
    private static final double FIRST_UID_MILLIS = 50;
    private static final double BATCH_NANOS = 0.5;
    private static final long MOST_LOST_PER_THREAD = 10;

    private final Results results;
    private final List<Bar> bars = new ArrayList<>();

    private Bars(Results results) {
        this.results = results;
    }

    static List<Bar> of(Results results) {
        Bars bars = new Bars(results);
        bars.againstCounters();
        bars.againstPeers();
        bars.besideSpeed();
        return bars.bars;
    }

    private void againstCounters() {
        int cores = results.machine.cores();
        against("CachedUidGenerator against AtomicLong", CACHED, ATOMIC_LONG, 1, 0.8);
        against("CachedUidGenerator against AtomicLong", CACHED, ATOMIC_LONG, cores, 6);
        bars.add(Bar.atLeast(
                "CachedUidGenerator, 2 threads against 1", 1.8, results.rate(CACHED, 2) / results.rate(CACHED, 1), ""));
        for (int threads : results.threadCounts(Results.THROUGHPUT)) {
            if (threads > cores) {
                bars.add(Bar.atLeast(
                        String.format(Locale.ROOT, "CachedUidGenerator, %d threads against %d", threads, cores),
                        0.9,
                        results.rate(CACHED, threads) / results.rate(CACHED, cores),
                        ""));
            }
        }
        for (int threads : List.of(1, 2, 4, 8)) {
            against("Ordering.STRICT against AtomicLong", CACHED_STRICT, ATOMIC_LONG, threads, 0.8);
        }
    }

    private void againstPeers() {
        against("CachedUidGenerator against CosId SegmentChainId", CACHED, COSID_CHAIN, 1, 2);
        against("CachedUidGenerator against CosId SegmentChainId", CACHED, COSID_CHAIN, 2, 6);
        againstFastestSnowflake("CachedUidGenerator", CACHED, 1, 10);
        againstFastestSnowflake("CachedUidGenerator", CACHED, 2, 15);
        for (int threads : List.of(1, 2, 4, 8)) {
            againstFastest(
                    "CachedUidGenerator, unlimited borrowing, against the original",
                    CACHED_UNLIMITED,
                    List.of(ORIGINAL, ORIGINAL_WIDE),
                    threads,
                    20);
        }
        String what = "CachedUidGenerator, unlimited borrowing, calls refused";
        bars.add(results.audit(CACHED_UNLIMITED)
                .map(audited -> Bar.of(what, "0", Long.toString(audited.rejected()), audited.rejected() == 0))
                .orElseGet(() -> Bar.notMeasured(what, "0")));
        againstFastestSnowflake("DefaultUidGenerator", ON_DEMAND, 1, 2);
        againstFastestSnowflake("DefaultUidGenerator", ON_DEMAND, 2, 2);
    }

    private void besideSpeed() {
        batch();
        allocation();
        for (String percentile : List.of("50", "90", "99", "99.9")) {
            latencyAtMost(percentile, ATOMIC_LONG);
        }
        latencyAtMost("99.99", ORIGINAL);
        latencyAtMost("99.99", COSID_CHAIN);
        virtualThreads();
        idle();
        firstUid("cold", FirstUid::coldMillis);
        firstUid("warm", FirstUid::warmMillis);
    }

    private void against(String what, Entrant contestant, Entrant peer, int threads, double demanded) {
        bars.add(Bar.atLeast(at(threads, what), demanded, results.ratio(contestant, peer, threads), ""));
    }

    private void againstFastestSnowflake(String who, Entrant contestant, int threads, double demanded) {
        List<Entrant> snowflakes = Arrays.stream(Entrant.values())
                .filter(peer -> peer.kind() == Kind.SNOWFLAKE && !peer.isCapped())
                .toList();
        againstFastest(who + " against the fastest snowflake", contestant, snowflakes, threads, demanded);
    }

    private void againstFastest(String what, Entrant contestant, List<Entrant> peers, int threads, double demanded) {
        Optional<Entrant> fastest = peers.stream()
                .filter(peer -> !Double.isNaN(results.rate(peer, threads)))
                .max(Comparator.comparingDouble(peer -> results.rate(peer, threads)));
        double ratio =
                fastest.map(peer -> results.ratio(contestant, peer, threads)).orElse(Double.NaN);
        String remark = fastest.map(peer -> " (" + peer.shownName() + ")").orElse("");
        bars.add(Bar.atLeast(at(threads, what), demanded, ratio, remark));
    }

    private static String at(int threads, String what) {
        return String.format(Locale.ROOT, "%s, %d thread%s", what, threads, threads == 1 ? "" : "s");
    }

    private void batch() {
        String what = "batch of 1,024, per UID";
        String demanded = "at most 0.5 ns, or a plain fill's time";
        Optional<Rate> batch = results.find(Results.BATCH, "", 1);
        Optional<Rate> fill = results.find(Results.PLAIN_FILL, "", 1);
        if (batch.isEmpty() || fill.isEmpty()) {
            bars.add(Bar.notMeasured(what, demanded));
            return;
        }
        double nanos = 1e3 / batch.get().median();
        double fillNanos = 1e3 / fill.get().median();
        bars.add(Bar.of(
                what,
                demanded,
                String.format(Locale.ROOT, "%s ns, a plain fill %s ns", Shown.number(nanos), Shown.number(fillNanos)),
                nanos <= BATCH_NANOS || nanos * AS_GOOD_AS <= fillNanos));
    }

    private void allocation() {
        String what = "bytes per call of our generators";
        double most = results.rates.stream()
                .filter(rate -> rate.benchmark().equals(Results.THROUGHPUT))
                .filter(rate -> Entrant.valueOf(rate.subject()).kind() == Kind.OURS)
                .mapToDouble(Rate::bytesPerCall)
                .max()
                .orElse(Double.NaN);
        bars.add(
                Double.isNaN(most)
                        ? Bar.notMeasured(what, "0")
                        : Bar.of(what, "0", String.format(Locale.ROOT, "%.4f", most), most < NO_BYTES));
    }

    private void latencyAtMost(String percentile, Entrant peer) {
        String what = String.format(Locale.ROOT, "latency p%s at 2 threads", percentile);
        Optional<Latency> ours = results.latency(CACHED);
        Optional<Latency> theirs = results.latency(peer);
        if (ours.isEmpty() || theirs.isEmpty()) {
            bars.add(Bar.notMeasured(what, "at most that of " + peer.shownName()));
            return;
        }
        double nanos = ours.get().at(percentile);
        double demanded = theirs.get().at(percentile);
        bars.add(Bar.of(
                what,
                String.format(Locale.ROOT, "at most that of %s, %s ns", peer.shownName(), Shown.number(demanded)),
                Shown.number(nanos) + " ns",
                nanos <= demanded));
    }

    private void virtualThreads() {
        String what = "10,000 virtual threads";
        String demanded = String.format(
                Locale.ROOT, "none pinned, no duplicate, fewer than %d UIDs lost per thread", MOST_LOST_PER_THREAD);
        VirtualThreadsRun run = results.virtualThreads;
        bars.add(
                run == null
                        ? Bar.notMeasured(what, demanded)
                        : Bar.of(
                                what,
                                demanded,
                                String.format(
                                        Locale.ROOT,
                                        "%s million UIDs/s, %d pinned, %d duplicates, %d lost in all, %s KB of heap, JDK %s",
                                        Shown.number(run.uids() / run.seconds() / 1e6),
                                        run.pinned(),
                                        run.duplicates(),
                                        run.lost(),
                                        Shown.number(run.heapBytes() / 1024.0),
                                        run.jdk()),
                                run.pinned() == 0
                                        && run.duplicates() == 0
                                        && run.lost() < MOST_LOST_PER_THREAD * run.threads()));
    }

    private void idle() {
        IdleShare with = results.idle;
        IdleShare without = results.idleWithoutGenerator;
        if (with == null || without == null) {
            bars.add(Bar.notMeasured("idle generator", "less than 0.1 % of a core"));
            return;
        }
        double share = Math.max(with.ofPadder(), with.ofProcess() - without.ofProcess());
        bars.add(Bar.of(
                String.format(Locale.ROOT, "idle generator, %.0f s", with.seconds()),
                "less than 0.1 % of a core",
                String.format(
                        Locale.ROOT,
                        "padder %.3f %%, process %.3f %%, the same without a generator %.3f %%",
                        100 * with.ofPadder(),
                        100 * with.ofProcess(),
                        100 * without.ofProcess()),
                share < IDLE_SHARE));
    }

    private void firstUid(String state, ToDoubleFunction<FirstUid> millis) {
        String what = String.format(
                Locale.ROOT, "pool up to first UID, disposable worker id on a new H2 in memory, %s JVM", state);
        String demanded = "under 50 ms";
        if (results.firstUids.isEmpty()) {
            bars.add(Bar.notMeasured(what, demanded));
            return;
        }
        double median = Median.of(results.firstUids.stream().mapToDouble(millis).toArray());
        bars.add(Bar.of(
                what,
                demanded,
                String.format(Locale.ROOT, "%s ms, median of %d", Shown.number(median), results.firstUids.size()),
                median < FIRST_UID_MILLIS));
    }
}
