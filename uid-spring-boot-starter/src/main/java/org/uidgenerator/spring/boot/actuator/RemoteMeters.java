package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.client.RemoteStatus;
import org.uidgenerator.client.RemoteUidGenerator;

/**
 * Shows a generator on an id service in a meter registry. What each generator has is called as it is for local ones, so
 * that a dashboard shows both. Holds the generator weakly.
 */
final class RemoteMeters implements MeterBinder {
    private final RemoteUidGenerator generator;
    private final String name;
    private final Tags tags;

    /**
     * Makes a binder for one generator.
     *
     * @param name the value of the tag {@code generator}
     */
    RemoteMeters(RemoteUidGenerator generator, String name) {
        this.generator = generator;
        this.name = name;
        tags = Tags.of("generator", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counter(registry, "uid.issued", "uids", "UIDs handed out", RemoteStatus::issued);
        gauge(registry, "uid.available", "uids", "UIDs buffered", RemoteStatus::available);
        counter(registry, "uid.waits", "calls", "Calls that found no UID and waited", RemoteStatus::waits);
        counter(registry, "uid.takes.rejected", "calls", "Calls that got no UID", RemoteStatus::rejectedTakes);
        gauge(
                registry,
                "uid.client.failing",
                null,
                "1 if no server handed out ranges when they were wanted last",
                status -> isFailing(status.failure()));
        TimeGauge.builder(
                        "uid.client.age",
                        generator,
                        TimeUnit.NANOSECONDS,
                        from -> from.status().age().toNanos())
                .tags(tags)
                .description("How long ago the last ranges came")
                .register(registry);
        new ServerMeters<>(generator, from -> from.status().servers(), name).bindTo(registry);
    }

    private static int isFailing(@Nullable Throwable failure) {
        return failure == null ? 0 : 1;
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<RemoteStatus> value) {
        FunctionCounter.builder(name, generator, from -> value.applyAsDouble(from.status()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<RemoteStatus> value) {
        Gauge.builder(name, generator, from -> value.applyAsDouble(from.status()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }
}
