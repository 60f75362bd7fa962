package org.uidgenerator.spring.metrics;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.spring.metrics.ObjectMeters.Recent;

/**
 * Shows a generator in a meter registry: a meter for each {@link StatusFigure} that is a number or a time, such as
 * {@code uid.issued}. Those of the lease, {@code uid.lease.*}, are there only if the worker id is leased.
 *
 * <p>All meters have the tag {@code generator} and read {@link ManagedUidGenerator#status()} when they are asked, one
 * snapshot for all that are asked within 100 ms, so callers that take UIDs pay nothing. They hold the generator weakly,
 * so they do not keep a generator alive that no caller uses.
 */
public final class UidGeneratorMetrics implements MeterBinder {
    private final ManagedUidGenerator generator;
    private final Tags tags;
    private final InstantSource clock;
    private final LongSupplier nanoTime;

    /**
     * Makes a binder for one generator.
     *
     * @param generator the generator
     * @param name the value of the tag {@code generator}, such as the name of the bean
     */
    public UidGeneratorMetrics(ManagedUidGenerator generator, String name) {
        this(generator, name, InstantSource.system(), System::nanoTime);
    }

    UidGeneratorMetrics(ManagedUidGenerator generator, String name, InstantSource clock, LongSupplier nanoTime) {
        this.generator = generator;
        this.tags = Tags.of("generator", name);
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Recent<ManagedUidGenerator, UidGeneratorStatus> recent = new Recent<>(ManagedUidGenerator::status, nanoTime);
        ObjectMeters<ManagedUidGenerator> meters = new ObjectMeters<>(registry, tags, generator);
        boolean leased = generator.status().term().isPresent();
        for (StatusFigure figure : StatusFigure.values()) {
            if (leased || !figure.isOfLease()) {
                bind(figure, recent, meters);
            }
        }
    }

    private void bind(
            StatusFigure figure,
            Recent<ManagedUidGenerator, UidGeneratorStatus> recent,
            ObjectMeters<ManagedUidGenerator> meters) {
        ToDoubleFunction<ManagedUidGenerator> value = value(figure, recent);
        switch (figure.kind) {
            case GAUGE -> meters.gauge(figure.meter, figure.unit, figure.description, value);
            case COUNTER -> meters.counter(figure.meter, figure.unit, figure.description, value);
            case TIME -> meters.time(figure.meter, figure.description, value);
            case TIMER ->
                FunctionTimer.builder(
                                figure.meter,
                                generator,
                                from -> (long) value.applyAsDouble(from),
                                value(StatusFigure.REFILL_TIME, recent),
                                SECONDS)
                        .tags(tags)
                        .description(figure.description)
                        .register(meters.registry());
            case NONE -> {}
        }
    }

    /** Returns a function that does not hold this object, and with it the generator. */
    private ToDoubleFunction<ManagedUidGenerator> value(
            StatusFigure figure, Recent<ManagedUidGenerator, UidGeneratorStatus> recent) {
        InstantSource clock = this.clock;
        return from -> number(figure.of(recent.of(from)), clock);
    }

    private static double number(@Nullable Object value, InstantSource clock) {
        if (value == null) {
            return Double.NaN; // as meters say that there is nothing to show now
        }
        if (value instanceof Instant instant) {
            return number(Duration.between(clock.instant(), instant), clock);
        }
        return value instanceof Duration duration
                ? duration.getSeconds() + duration.getNano() / 1e9
                : ((Number) value).doubleValue();
    }
}
