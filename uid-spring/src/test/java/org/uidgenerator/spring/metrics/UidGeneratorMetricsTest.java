package org.uidgenerator.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.GivenStatus;

class UidGeneratorMetricsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final long SCRAPE_INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - SCRAPE_INTERVAL / 2);
    private final Described generator = new Described();

    /** Has a status and nothing else, each number of which is another. */
    private static final class Described implements ManagedUidGenerator {
        private final AtomicLong asked = new AtomicLong();
        private OptionalLong term = OptionalLong.of(11);
        private @Nullable Duration clockSkew = Duration.ofMillis(-2_300);

        @Override
        public UidGeneratorStatus status() {
            return new GivenStatus(
                    10,
                    Optional.of("default/482903117264"),
                    term,
                    NOW.plusSeconds(600),
                    asked.incrementAndGet() * 1_000,
                    12,
                    13,
                    14,
                    Duration.ofMillis(1_500),
                    Duration.ofMillis(1_600),
                    17,
                    Duration.ofMillis(1_800),
                    19,
                    20,
                    21,
                    Duration.ofMillis(2_200),
                    clockSkew,
                    null,
                    null);
        }

        @Override
        public long getUID() {
            throw new UnsupportedOperationException();
        }

        @Override
        public OptionalLong tryGetUID(Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UidRange claim(int atMost) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UidLayout layout() {
            return UidLayout.DEFAULT;
        }

        @Override
        public void advancePast(long uid) {}

        @Override
        public void suspend() {}

        @Override
        public void resume() {}

        @Override
        public void close() {}
    }

    private void bind() {
        new UidGeneratorMetrics(generator, "orders", () -> NOW, nanos::get).bindTo(registry);
    }

    private double gauge(String name) {
        return registry.get(name).tag("generator", "orders").gauge().value();
    }

    private double seconds(String name) {
        return registry.get(name).tag("generator", "orders").timeGauge().value(TimeUnit.SECONDS);
    }

    private double count(String name) {
        return registry.get(name).tag("generator", "orders").functionCounter().count();
    }

    @Test
    void everyMeterShowsItsPartOfTheStatus() {
        bind();

        assertThat(gauge("uid.worker.id")).isEqualTo(10);
        assertThat(gauge("uid.worker.ids")).isEqualTo(1);
        assertThat(gauge("uid.lease.term")).isEqualTo(11);
        assertThat(seconds("uid.lease.reserved")).isEqualTo(600);
        assertThat(seconds("uid.lease.clock.skew")).isEqualTo(-2.3);
        assertThat(gauge("uid.available")).isEqualTo(12);
        assertThat(gauge("uid.ring.blocks")).isEqualTo(13);
        assertThat(gauge("uid.ring.capacity")).isEqualTo(14);
        assertThat(seconds("uid.borrowed")).isEqualTo(1.5);
        assertThat(seconds("uid.staleness")).isEqualTo(1.6);
        assertThat(count("uid.waits")).isEqualTo(19);
        assertThat(count("uid.takes.rejected")).isEqualTo(20);
        assertThat(count("uid.clock.setbacks")).isEqualTo(21);
        assertThat(seconds("uid.clock.setbacks.largest")).isEqualTo(2.2);
        FunctionTimer refills =
                registry.get("uid.refills").tag("generator", "orders").functionTimer();
        assertThat(refills.count()).isEqualTo(17);
        assertThat(refills.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(1_800);
    }

    @Test
    void aScrapeTakesOneSnapshotAndTheNextOneAnother() {
        bind();
        generator.asked.set(0);

        assertThat(count("uid.issued")).isEqualTo(1_000);
        assertThat(gauge("uid.available")).isEqualTo(12);
        assertThat(count("uid.issued")).isEqualTo(1_000);
        assertThat(generator.asked).hasValue(1);

        nanos.addAndGet(SCRAPE_INTERVAL); // overflows, as nanoTime() may
        assertThat(count("uid.issued")).isEqualTo(2_000);
    }

    @Test
    void showsNoNumberForASkewThatIsNotKnown() {
        generator.clockSkew = null;
        bind();

        assertThat(seconds("uid.lease.clock.skew")).isNaN();
    }

    @Test
    void showsNoLeaseWhereThereIsNone() {
        generator.term = OptionalLong.empty();
        bind();

        assertThat(registry.find("uid.lease.term").meter()).isNull();
        assertThat(registry.find("uid.lease.reserved").meter()).isNull();
        assertThat(registry.find("uid.lease.clock.skew").meter()).isNull();
        assertThat(gauge("uid.worker.id")).isEqualTo(10);
    }

    @Test
    void describesEveryMeter() {
        bind();

        assertThat(registry.getMeters()).hasSize(16).extracting(Meter::getId).allSatisfy(id -> {
            assertThat(id.getName()).startsWith("uid.");
            assertThat(id.getDescription()).isNotBlank();
        });
        assertThat(registry.get("uid.issued").meter().getId().getBaseUnit()).isEqualTo("uids");
        assertThat(registry.get("uid.borrowed").meter().getId().getBaseUnit()).isEqualTo("seconds");
    }

    /** A registry may outlive the generator. */
    @Test
    void doNotKeepAGeneratorThatNobodyUses() {
        WeakReference<ManagedUidGenerator> unused = shown();

        while (unused.get() != null && !Thread.interrupted()) {
            System.gc();
        }

        assertThat(unused.get()).isNull();
    }

    private WeakReference<ManagedUidGenerator> shown() {
        ManagedUidGenerator unused = new Described();
        new UidGeneratorMetrics(unused, "unused").bindTo(registry);
        return new WeakReference<>(unused);
    }
}
