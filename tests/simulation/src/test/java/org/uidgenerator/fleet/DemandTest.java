package org.uidgenerator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.InVirtualTime;
import org.uidgenerator.generator.VirtualTime;
import org.uidgenerator.worker.WorkerLease;

/**
 * Three hours of a demand that rises and falls, on one generator of the default layout in virtual time: how many worker
 * ids it holds, and how far it is ahead of the clock.
 */
@Tag("proof")
class DemandTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int STEPS_OF_A_SECOND = 10;
    private static final int SECONDS = 3 * 3_600;
    private static final int SECONDS_OF_A_SAMPLE = 10;
    private static final int PEAK = 6;
    private static final int BURST = 12;
    private static final int BURST_SECONDS = 10;

    private final VirtualTime time = new VirtualTime();
    private final CachedUidGenerator generator = InVirtualTime.build(
            time,
            CachedUidGenerator.builder(request -> WorkerLease.neverReused(request.ordinal()))
                    .maxWorkerIds(16));
    private final List<Sample> samples = new ArrayList<>();
    private long before = -1;

    /** What is seen at one time. */
    private record Sample(int second, long uidsPerSecond, int workerIds, long borrowedSeconds) {}

    /** In what one worker id sustains: a night with a burst, a rise, a day, a fall, and another night. */
    private static double demand(int second) {
        double minute = second / 60.0;
        if (minute >= 20 && minute < 20 + BURST_SECONDS / 60.0) {
            return BURST;
        }
        double risen = Math.min(1, Math.max(0, (minute - 40) / 30));
        double fallen = Math.min(1, Math.max(0, (minute - 100) / 30));
        return 0.3 + (PEAK - 0.3) * (risen - fallen);
    }

    @Test
    void isMetByAsManyWorkerIdsAsItNeeds() throws IOException {
        for (int second = 0; second < SECONDS; second++) {
            long uids = (long) (demand(second) * LAYOUT.uidsPerSecond());
            for (int step = 0; step < STEPS_OF_A_SECOND; step++) {
                take(uids / STEPS_OF_A_SECOND);
                time.pass(STEP);
            }
            if (second % SECONDS_OF_A_SAMPLE == 0) {
                samples.add(sample(second, uids));
            }
        }
        generator.close();
        draw();

        assertThat(samples)
                .as("the burst")
                .filteredOn(DemandTest::isBeforeTheRise)
                .allSatisfy(sample -> {
                    assertThat(sample.workerIds()).isEqualTo(1);
                    assertThat(sample.borrowedSeconds()).isLessThan(BURST_SECONDS * BURST + 10);
                });
        assertThat(samples)
                .as("the day")
                .filteredOn(DemandTest::isAtThePeak)
                .allSatisfy(sample -> assertThat(sample.workerIds()).isBetween(PEAK, PEAK + 1));
        assertThat(samples.get(samples.size() - 1).workerIds()).isOne();
        assertThat(samples)
                .extracting(Sample::borrowedSeconds)
                .allSatisfy(seconds -> assertThat(seconds).isLessThan(300));
    }

    private static boolean isBeforeTheRise(Sample sample) {
        return sample.second() < 40 * 60;
    }

    private static boolean isAtThePeak(Sample sample) {
        return sample.second() > 75 * 60 && sample.second() < 100 * 60;
    }

    private Sample sample(int second, long uids) {
        return new Sample(
                second,
                uids,
                generator.status().workerIds().size(),
                generator.status().borrowed().toSeconds());
    }

    private void take(long uids) {
        for (long left = uids; left > 0; ) {
            UidRange range = generator.claim((int) left);
            assertThat(range.first()).as("ascends, and so is unique").isGreaterThan(before);
            before = range.last();
            left -= range.size();
        }
    }

    private void draw() throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "fleet"));
        Files.writeString(
                folder.resolve("demand-worker-ids.svg"),
                chart(
                        "Thousand UIDs a second that are wanted, and that the worker ids of the generator sustain",
                        line("thousand UIDs/s wanted", sample -> sample.uidsPerSecond() / 1_000),
                        line("sustained by its worker ids", sample ->
                                (long) (sample.workerIds() * LAYOUT.uidsPerSecond() / 1_000))));
        Files.writeString(
                folder.resolve("demand-borrowed.svg"),
                chart(
                        "Seconds that the generator is ahead of the clock",
                        line("seconds ahead of the clock", Sample::borrowedSeconds)));
    }

    private LineChart.Line line(String name, ToLongFunction<Sample> value) {
        return new LineChart.Line(name, samples.stream().map(value::applyAsLong).toList());
    }

    private static String chart(String title, LineChart.Line... lines) {
        int samplesOfHalfAnHour = 30 * 60 / SECONDS_OF_A_SAMPLE;
        LongFunction<String> label = i -> i * SECONDS_OF_A_SAMPLE / 60 + " min";
        return LineChart.of(title, label, samplesOfHalfAnHour, List.of(lines));
    }
}
