package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.internal.engine.EngineStub;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

class FlightRecordingTest {
    private static final TickClock SYSTEM_CLOCK =
            new TickClock(UidLayout.DEFAULT, InstantSource.system(), Duration.ZERO);

    private static final class LostLease extends TestLease {
        @Override
        public long workerId() {
            return 4_711;
        }

        @Override
        public void reserve(long tick) {
            throw new WorkerLeaseLostException("gone");
        }
    }

    @Test
    void showsRefillsChangesOfTheLeaseAndSetbacksOfTheClock(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.uidgenerator.Refill").withoutThreshold();
            recording.enable("org.uidgenerator.Lease").withoutThreshold();
            recording.enable("org.uidgenerator.ClockSetback").withoutThreshold();
            recording.start();
            CachedUidGenerator.builder(layout -> WorkerLease.neverReused(4_711))
                    .name("orders")
                    .build()
                    .close();
            VirtualTime time = new VirtualTime();
            LeasedTicks ticks = new LeasedTicks(
                    LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                    request -> new LostLease(),
                    SYSTEM_CLOCK,
                    time,
                    time,
                    new EngineStub(),
                    null,
                    1,
                    null);
            ticks.tryReserve(1, ticks.first());
            time.pass(Duration.ZERO);
            WatchedClock clock = new WatchedClock("orders", time.clock, time);
            clock.millis();
            time.clock.advance(Duration.ofSeconds(-90));
            clock.millis();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> ours = RecordingFile.readAllEvents(file).stream()
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .filter(event -> event.hasField("generator")
                        ? event.getString("generator").equals("orders")
                        : event.getLong("workerId") == 4_711)
                .toList();

        assertThat(ours).extracting(event -> event.getEventType().getLabel()).contains("Ring Refill");
        assertThat(ours.stream().filter(event -> event.hasField("blocks")))
                .first()
                .satisfies(refill -> assertThat(refill.getInt("blocks")).isEqualTo(1_024));
        assertThat(ours.stream().filter(event -> event.hasField("step")))
                .singleElement()
                .satisfies(setback -> assertThat(setback.getDuration("step")).isEqualTo(Duration.ofSeconds(90)));
        assertThat(ours.stream().filter(event -> event.hasField("change")).map(event -> event.getString("change")))
                .containsExactly("taken", "given back", "taken", "lost", "taken");
    }
}
