package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.Audit;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.Footprint;
import org.uidgenerator.benchmarks.programs.Handout;
import org.uidgenerator.benchmarks.programs.ShortLivedThreads;
import org.uidgenerator.benchmarks.programs.Sustained;
import org.uidgenerator.benchmarks.programs.VirtualThreads;

class BarsTest {
    private Results results = resultsOn(CpuVendor.AMD);

    private static Results resultsOn(CpuVendor vendor) {
        return new Results(new Machine("cpu", vendor, 2, "jdk", "os", "date", "commit"), "settings");
    }

    @Test
    void dividesMediansAndComparesWithTheBar() {
        rate(Entrant.CACHED, 1, 300);
        rate(Entrant.ATOMIC_LONG, 1, 350);
        rate(Entrant.THREAD_LOCAL, 1, 300);
        rate(Entrant.CACHED, 2, 539);
        rate(Entrant.ATOMIC_LONG, 2, 90);
        rate(Entrant.THREAD_LOCAL, 2, 540);

        assertBar("CachedUidGenerator against AtomicLong, 1 thread", "at least 0.85 times", "0.86", Bar.Verdict.MET);
        assertBar(
                "CachedUidGenerator against AtomicLong, 2 threads", "at least 6.00 times", "5.99", Bar.Verdict.NOT_MET);
        assertBar("CachedUidGenerator, 2 threads against 1", "at least 1.80 times", "1.80", Bar.Verdict.NOT_MET);
        String threadLocal = "CachedUidGenerator against a ThreadLocal counter, ";
        assertBar(threadLocal + "1 thread", "at least 1.00 times", "1.00", Bar.Verdict.MET);
        assertBar(threadLocal + "2 threads", "at least 1.00 times", "1.00", Bar.Verdict.NOT_MET);
    }

    @Test
    void comparesMoreThreadsThanCoresWithAsManyAsCores() {
        rate(Entrant.CACHED, 2, 100);
        rate(Entrant.CACHED, 4, 91);
        rate(Entrant.CACHED, 8, 89);

        assertBar("CachedUidGenerator, 4 threads against 2", "at least 0.90 times", "0.91", Bar.Verdict.MET);
        assertBar("CachedUidGenerator, 8 threads against 2", "at least 0.90 times", "0.89", Bar.Verdict.NOT_MET);
    }

    @ParameterizedTest
    @CsvSource({
        "AMD, 0.85, 6.00, 2.00, 6.00, 0.90",
        "INTEL, 2.50, 8.00, 3.00, 15.0, 0.75",
        "OTHER, 0.85, 6.00, 2.00, 6.00, 0.90"
    })
    void demandsWhatTheCpuAllows(
            CpuVendor vendor, String atomic1, String atomic2, String cosId1, String cosId2, String scaling) {
        results = resultsOn(vendor);
        rate(Entrant.CACHED, 4, 91);

        assertDemand("CachedUidGenerator against AtomicLong, 1 thread", atomic1);
        assertDemand("CachedUidGenerator against AtomicLong, 2 threads", atomic2);
        assertDemand("CachedUidGenerator against CosId SegmentChainId, 1 thread", cosId1);
        assertDemand("CachedUidGenerator against CosId SegmentChainId, 2 threads", cosId2);
        assertDemand("CachedUidGenerator, 4 threads against 2", scaling);
        assertDemand("CachedUidGenerator against a ThreadLocal counter, 1 thread", "1.00");
        assertDemand("CachedUidGenerator, 2 threads against 1", "1.80");
    }

    @Test
    void comparesUnevenThreadIdsWithSpreadOnes() {
        rate(Entrant.CACHED, 8, 200);
        measured(Results.IDS_EQUAL_MODULO_64, Entrant.CACHED.name(), 8, 159, Map.of());

        assertBar(
                "CachedUidGenerator, thread ids equal modulo 64 against spread, 8 threads",
                "at least 0.80 times",
                "0.80",
                Bar.Verdict.NOT_MET);
    }

    @Test
    void takesTheFastestSnowflakeThatIsNotCapped() {
        rate(Entrant.CACHED, 1, 300);
        rate(Entrant.TSID_CREATOR, 1, 20);
        rate(Entrant.COSID_UNCAPPED, 1, 30);
        rate(Entrant.HUTOOL, 1, 40);
        rate(Entrant.COSID_CHAIN, 1, 100);

        assertBar(
                "CachedUidGenerator against the fastest snowflake, 1 thread",
                "at least 10.0 times",
                "10.0 (CosId snowflake, 20 bits)",
                Bar.Verdict.MET);
    }

    @Test
    void takesTheBestSettingsOfTheOriginal() {
        rate(Entrant.CACHED_UNLIMITED, 4, 200);
        rate(Entrant.ORIGINAL, 4, 10);
        rate(Entrant.ORIGINAL_WIDE, 4, 11);

        assertBar(
                "CachedUidGenerator, unlimited borrowing, against the original, 4 threads",
                "at least 20.0 times",
                "18.2 (original CachedUidGenerator 31/14/18)",
                Bar.Verdict.NOT_MET);
    }

    @Test
    void saysWhatWasNotMeasured() {
        assertThat(Bars.of(results)).isNotEmpty().allSatisfy(bar -> {
            assertThat(bar.verdict()).isEqualTo(Bar.Verdict.NOT_MEASURED);
            assertThat(bar.measured()).isEqualTo("left out by this mode");
        });
    }

    @Test
    void saysWhyAMachineCannotMeasure() {
        results.obstacles.put(Results.REMOTE_ON_ONE_CORE, "needs two cores");

        assertBar(Results.REMOTE_ON_ONE_CORE, "at least 0.90 times", "needs two cores", Bar.Verdict.NOT_MEASURED);
    }

    @Test
    void comparesAClientWithItsServerElsewhereOnOneCore() {
        results.onOneCore = new Sustained(Entrant.CACHED, 2, 1_000);
        results.remoteOnOneCore = new Sustained(Entrant.REMOTE, 1, 445);

        assertBar(Results.REMOTE_ON_ONE_CORE, "at least 0.90 times", "0.89", Bar.Verdict.NOT_MET);
    }

    @Test
    void holdsLatencyAgainstEachPeerNamed() {
        latency(Entrant.CACHED, 50, 2_000);
        latency(Entrant.ATOMIC_LONG, 50, 1);
        latency(Entrant.ORIGINAL, 90, 3_000);
        latency(Entrant.COSID_CHAIN, 90, 1_000);

        assertBar("latency p50 at 2 threads", "at most that of AtomicLong, 50.0 ns", "50.0 ns", Bar.Verdict.MET);
        assertBar(
                "latency p99.99 at 2 threads",
                "at most that of original CachedUidGenerator 31/19/13, 3,000 ns",
                "2,000 ns",
                Bar.Verdict.MET);
        assertBar(
                "latency p99.99 at 2 threads",
                "at most that of CosId SegmentChainId, 1,000 ns",
                "2,000 ns",
                Bar.Verdict.NOT_MET);
    }

    @Test
    void takesABatchThatIsAsFastAsThePlainFill() {
        batch(1_900, 1_980);
        assertThat(bar("batch of 1,024, per UID").verdict()).isEqualTo(Bar.Verdict.MET);
    }

    @Test
    void refusesABatchThatIsSlowerThanMemoryAndTheBar() {
        batch(1_900, 2_100);
        assertThat(bar("batch of 1,024, per UID").verdict()).isEqualTo(Bar.Verdict.NOT_MET);
    }

    @Test
    void countsAllocationOfAnyOfOurGenerators() {
        rate(Entrant.CACHED, 1, 100);
        results.measured.add(
                new Measured(Results.THROUGHPUT, Entrant.UNBUFFERED.name(), 2, 100, 16, List.of(100.0), Map.of()));

        assertThat(bar("bytes per call of our generators").verdict()).isEqualTo(Bar.Verdict.NOT_MET);
    }

    @Test
    void refusesRefusedCallsAndABusyPadder() {
        results.audits.add(new Audit(Entrant.CACHED_UNLIMITED, 1, 100, 0, 0, 1, 0L));
        results.footprints.add(new Footprint(Entrant.CACHED_DEFAULT_LAYOUT, 200, 30, 2, 10_000, 60, 0.0011));
        results.firstUids.add(new FirstUid(51, 49));

        assertThat(bar("CachedUidGenerator, unlimited borrowing, calls refused").verdict())
                .isEqualTo(Bar.Verdict.NOT_MET);
        assertThat(bar("idle generator").verdict()).isEqualTo(Bar.Verdict.NOT_MET);
        String firstUid = "pool up to first UID, disposable worker id on a new H2 in memory, %s JVM";
        assertThat(bar(String.format(Locale.ROOT, firstUid, "cold")).verdict()).isEqualTo(Bar.Verdict.NOT_MET);
        assertThat(bar(String.format(Locale.ROOT, firstUid, "warm")).verdict()).isEqualTo(Bar.Verdict.MET);
    }

    @Test
    void takesVirtualThreadsThatLeaveNothing() {
        results.virtualThreads = new VirtualThreads("25", 100, new Handout(20_000_000, 0, 999), 2, 0, 1023 * 1024);

        assertBar(
                "10,000 virtual threads",
                "none pinned, no duplicate, fewer than 10 UIDs lost per thread, no more heap in use",
                "10.0 million UIDs/s, 0 duplicates, 999 lost in all, 1,023 KB of heap, 0 pinned, JDK 25",
                Bar.Verdict.MET);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0", "0, 1, 0, 0", "0, 0, 1000, 0", "0, 0, 0, 1048576"})
    void refusesVirtualThreadsThatLeaveSomething(long pinned, long duplicates, long lost, long heapBytes) {
        results.virtualThreads =
                new VirtualThreads("25", 100, new Handout(1_000, duplicates, lost), 1, pinned, heapBytes);

        assertThat(bar("10,000 virtual threads").verdict()).isEqualTo(Bar.Verdict.NOT_MET);
    }

    @Test
    void takesShortLivedThreadsThatLeaveABlockEachWhileTheyLive() {
        results.shortLivedThreads = new ShortLivedThreads(100, 8, new Handout(20_000_000, 0, 8_192), 1_024, 2, -512);

        assertBar(
                "100,000 short-lived platform threads",
                "no duplicate, at most a block lost per live thread, no more heap in use",
                "10.0 million UIDs/s, 0 duplicates, 8192 lost in all, -0.50 KB of heap, 8 alive at the same time,"
                        + " blocks of 1024",
                Bar.Verdict.MET);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "0, 8193, 0", "0, 0, 1048576"})
    void refusesShortLivedThreadsThatLeaveMore(long duplicates, long lost, long heapBytes) {
        results.shortLivedThreads =
                new ShortLivedThreads(100, 8, new Handout(1_000, duplicates, lost), 1_024, 1, heapBytes);

        assertThat(bar("100,000 short-lived platform threads").verdict()).isEqualTo(Bar.Verdict.NOT_MET);
    }

    private void batch(double rate, double fillRate) {
        measured(Results.BATCH, "", 1, rate, Map.of());
        measured(Results.PLAIN_FILL, "", 1, fillRate, Map.of());
    }

    private void rate(Entrant entrant, int threads, double median) {
        measured(Results.THROUGHPUT, entrant.name(), threads, median, Map.of());
    }

    private void latency(Entrant entrant, double p50, double p9999) {
        measured(Results.LATENCY, entrant.name(), 2, p50, Map.of("50", p50, "99.99", p9999));
    }

    private void measured(
            String benchmark, String subject, int threads, double median, Map<String, Double> percentiles) {
        results.measured.add(new Measured(benchmark, subject, threads, median, 0, List.of(median), percentiles));
    }

    private Bar bar(String what) {
        return Bars.of(results).stream()
                .filter(bar -> bar.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private void assertDemand(String what, String times) {
        assertThat(bar(what).demanded()).isEqualTo("at least " + times + " times");
    }

    private void assertBar(String what, String demanded, String measured, Bar.Verdict verdict) {
        assertThat(Bars.of(results)).contains(new Bar(what, demanded, measured, verdict));
    }
}
