package org.uidgenerator.spring.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of an object in a registry. They hold the object weakly.
 *
 * @param <T> the type of the object
 * @param registry the registry
 * @param tags the tags of all meters
 * @param shown the object
 */
public record ObjectMeters<T>(MeterRegistry registry, Tags tags, T shown) {
    /**
     * Registers a meter of a number that goes up and down.
     *
     * @param name the name of the meter
     * @param unit the unit, or null if the number has none
     * @param description the description
     * @param value returns the number, NaN if there is nothing to show now
     * @return the meter
     */
    public Meter gauge(String name, @Nullable String unit, String description, ToDoubleFunction<T> value) {
        return Gauge.builder(name, shown, value)
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    /**
     * Registers a meter of a number that only goes up.
     *
     * @param name the name of the meter
     * @param unit the unit
     * @param description the description
     * @param value returns the number
     * @return the meter
     */
    public Meter counter(String name, @Nullable String unit, String description, ToDoubleFunction<T> value) {
        return FunctionCounter.builder(name, shown, value)
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    /**
     * Registers a meter of a duration.
     *
     * @param name the name of the meter
     * @param description the description
     * @param seconds returns the duration in seconds, NaN if there is nothing to show now
     * @return the meter
     */
    public Meter time(String name, String description, ToDoubleFunction<T> seconds) {
        return TimeGauge.builder(name, shown, TimeUnit.SECONDS, seconds)
                .tags(tags)
                .description(description)
                .register(registry);
    }

    /**
     * The status of one generator, which is not held, the same for all meters of a scrape. Two threads that find it too
     * old may each take one.
     */
    static final class Recent<G, S> {
        private static final long GREATEST_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        private final Function<G, S> status;
        private final LongSupplier nanoTime;
        private volatile @Nullable Snapshot<S> last;

        private record Snapshot<S>(S status, long takenAt) {}

        Recent(Function<G, S> status, LongSupplier nanoTime) {
            this.status = status;
            this.nanoTime = nanoTime;
        }

        S of(G generator) {
            long now = nanoTime.getAsLong();
            Snapshot<S> snapshot = last;
            if (snapshot == null || now - snapshot.takenAt > GREATEST_AGE_NANOS) {
                snapshot = new Snapshot<>(status.apply(generator), now);
                last = snapshot;
            }
            return snapshot.status;
        }
    }
}
