package org.uidgenerator.spring.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * Shows in a meter registry what leases ask of their store: {@code uid.store.calls}, how often and how long, and
 * {@code uid.store.errors}, how many of these calls failed. Both have the tag {@code assigner}, since the generators of
 * one assigner share them.
 */
public final class WorkerStoreMetrics implements MeterBinder {
    private final LeasedWorkerIds assigner;
    private final Tags tags;

    /**
     * Makes a binder for one assigner.
     *
     * @param assigner the assigner
     * @param name the value of the tag {@code assigner}, such as the name of the bean
     */
    public WorkerStoreMetrics(LeasedWorkerIds assigner, String name) {
        this.assigner = assigner;
        this.tags = Tags.of("assigner", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionTimer.builder(
                        "uid.store.calls",
                        assigner,
                        from -> from.storeCalls().calls(),
                        from -> from.storeCalls().total().toNanos(),
                        NANOSECONDS)
                .tags(tags)
                .description("Calls of the store for worker ids and the time they took")
                .register(registry);
        new ObjectMeters<>(registry, tags, assigner)
                .counter(
                        "uid.store.errors",
                        "calls",
                        "Calls of the store for worker ids that failed",
                        from -> from.storeCalls().failures());
    }
}
