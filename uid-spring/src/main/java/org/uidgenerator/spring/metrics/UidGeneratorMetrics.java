package org.uidgenerator.spring.metrics;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;

/**
 * Shows a generator in a meter registry. All meters have the tag {@code generator} and read
 * {@link UidGenerator#status()} when they are asked, one snapshot for all that are asked within 100 ms: those who take UIDs
 * pay nothing.
 *
 * <ul>
 *   <li>{@code uid.issued}, {@code uid.available}: UIDs handed out, and there to be handed out
 *   <li>{@code uid.ring.blocks}, {@code uid.ring.capacity}: blocks in the ring, and how many it holds
 *   <li>{@code uid.borrowed}, {@code uid.staleness}: how far UIDs are ahead of the clock, and behind it
 *   <li>{@code uid.refills}: how often the ring was filled, and how long that took
 *   <li>{@code uid.waits}, {@code uid.takes.rejected}: calls that found no UID and waited, and those that got an exception
 *   <li>{@code uid.worker.id}: the worker id that is stamped
 *   <li>{@code uid.lease.term}, {@code uid.lease.reserved}: its fencing number, and how far ahead of now its ticks are
 *       reserved; negative once they have passed. Only where the worker id is leased
 * </ul>
 *
 * <p>The meters hold the generator weakly: they keep no generator alive that nobody uses.
 */
public final class UidGeneratorMetrics implements MeterBinder {
    private final UidGenerator generator;
    private final Tags tags;
    private final InstantSource clock;
    private final LongSupplier nanoTime;

    /**
     * Makes a binder for one generator.
     *
     * @param generator the generator
     * @param name the value of the tag {@code generator}, such as the name of the bean
     */
    public UidGeneratorMetrics(UidGenerator generator, String name) {
        this(generator, name, InstantSource.system(), System::nanoTime);
    }

    UidGeneratorMetrics(UidGenerator generator, String name, InstantSource clock, LongSupplier nanoTime) {
        this.generator = generator;
        this.tags = Tags.of("generator", name);
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * Registers the meters.
     *
     * @param registry where to
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Meters meters = new Meters(registry, tags, generator, new RecentStatus(nanoTime));
        meters.counter("uid.issued", "uids", "UIDs handed out", UidGeneratorStatus::issued);
        meters.gauge("uid.available", "uids", "UIDs there to be handed out", UidGeneratorStatus::available);
        meters.gauge("uid.ring.blocks", "blocks", "Blocks of UIDs in the ring", UidGeneratorStatus::blocks);
        meters.gauge("uid.ring.capacity", "blocks", "Blocks of UIDs the ring holds", UidGeneratorStatus::capacity);
        meters.time("uid.borrowed", "How far UIDs are ahead of the clock", UidGeneratorStatus::borrowed);
        meters.time("uid.staleness", "How far UIDs are behind the clock", UidGeneratorStatus::staleness);
        meters.timer(
                "uid.refills",
                "Refills and the time they took",
                UidGeneratorStatus::refills,
                UidGeneratorStatus::refillTime);
        meters.counter("uid.waits", "calls", "Calls that found no UID and waited", UidGeneratorStatus::waits);
        meters.counter("uid.takes.rejected", "calls", "Calls that got no UID", UidGeneratorStatus::rejectedTakes);
        meters.gauge("uid.worker.id", null, "Worker id that is stamped", UidGeneratorStatus::workerId);
        if (generator.status().term().isPresent()) {
            meters.gauge("uid.lease.term", null, "Fencing number of the lease", UidGeneratorMetrics::term);
            meters.time("uid.lease.reserved", "How far ahead of now ticks are reserved", this::reservedAhead);
        }
    }

    private static long term(UidGeneratorStatus status) {
        return status.term().orElseThrow();
    }

    private Duration reservedAhead(UidGeneratorStatus status) {
        return Duration.between(clock.instant(), status.reservedUntil());
    }

    /** Registers meters of one generator, all alike. */
    private record Meters(MeterRegistry registry, Tags tags, UidGenerator generator, RecentStatus recent) {

        void gauge(String name, @Nullable String unit, String description, ToLongFunction<UidGeneratorStatus> value) {
            Gauge.builder(name, generator, from -> value.applyAsLong(recent.of(from)))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }

        void time(String name, String description, Function<UidGeneratorStatus, Duration> value) {
            TimeGauge.builder(name, generator, SECONDS, from -> seconds(value.apply(recent.of(from))))
                    .tags(tags)
                    .description(description)
                    .register(registry);
        }

        void counter(String name, String unit, String description, ToLongFunction<UidGeneratorStatus> count) {
            FunctionCounter.builder(name, generator, from -> count.applyAsLong(recent.of(from)))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }

        void timer(
                String name,
                String description,
                ToLongFunction<UidGeneratorStatus> count,
                Function<UidGeneratorStatus, Duration> total) {
            FunctionTimer.builder(
                            name,
                            generator,
                            from -> count.applyAsLong(recent.of(from)),
                            from -> seconds(total.apply(recent.of(from))),
                            SECONDS)
                    .tags(tags)
                    .description(description)
                    .register(registry);
        }

        private static double seconds(Duration duration) {
            return duration.getSeconds() + duration.getNano() / 1e9;
        }
    }
}
