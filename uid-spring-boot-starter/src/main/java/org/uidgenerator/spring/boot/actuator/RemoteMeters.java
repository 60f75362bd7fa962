package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.client.RemoteStatus;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServerStatus;

/**
 * Shows a generator on an id service in a meter registry. What each generator has is called as it is for local ones, so
 * that a dashboard shows both. Holds the generator weakly.
 */
final class RemoteMeters implements MeterBinder {
    private final RemoteUidGenerator generator;
    private final Tags tags;

    /**
     * Makes a binder for one generator.
     *
     * @param name the value of the tag {@code generator}
     */
    RemoteMeters(RemoteUidGenerator generator, String name) {
        this.generator = generator;
        tags = Tags.of("generator", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Of all = new Of(registry, tags);
        all.counter("uid.issued", "uids", "UIDs handed out", RemoteStatus::issued);
        all.gauge("uid.available", "uids", "UIDs buffered", RemoteStatus::available);
        all.counter("uid.waits", "calls", "Calls that found no UID and waited", RemoteStatus::waits);
        all.counter("uid.takes.rejected", "calls", "Calls that got no UID", RemoteStatus::rejectedTakes);
        all.gauge(
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
        List<ServerStatus> servers = generator.status().servers();
        for (int i = 0; i < servers.size(); i++) {
            bindServer(
                    i, new Of(registry, tags.and("server", servers.get(i).uri().toString())));
        }
    }

    private void bindServer(int index, Of server) {
        server.counter(
                "uid.client.ranges",
                "ranges",
                "Ranges that came from the server",
                status -> status.servers().get(index).ranges());
        server.counter(
                "uid.client.failures",
                "requests",
                "Requests that the server did not answer with ranges",
                status -> status.servers().get(index).failures());
        server.gauge(
                "uid.client.server.failing",
                null,
                "1 if the server handed out no ranges when it was asked last",
                status -> isFailing(status.servers().get(index).failure()));
    }

    private static int isFailing(@Nullable Throwable failure) {
        return failure == null ? 0 : 1;
    }

    /** Registers meters with some tags. */
    private final class Of {
        private final MeterRegistry registry;
        private final Tags tags;

        Of(MeterRegistry registry, Tags tags) {
            this.registry = registry;
            this.tags = tags;
        }

        void counter(String name, String unit, String description, ToDoubleFunction<RemoteStatus> value) {
            FunctionCounter.builder(name, generator, from -> value.applyAsDouble(from.status()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }

        void gauge(String name, @Nullable String unit, String description, ToDoubleFunction<RemoteStatus> value) {
            Gauge.builder(name, generator, from -> value.applyAsDouble(from.status()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }
    }
}
