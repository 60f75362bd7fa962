package org.uidgenerator.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.metrics.SegmentMetrics;
import org.uidgenerator.spring.metrics.UidGeneratorMetrics;
import org.uidgenerator.spring.metrics.WorkerStoreMetrics;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * Shows generators, leases and counters in the meter registries: those that are there when a registry is bound, and
 * each other as it is made. It makes none itself.
 */
final class UidMeters implements MeterBinder, BeanPostProcessor {
    private final ConfigurableListableBeanFactory beanFactory;
    private final List<MeterRegistry> registries = new ArrayList<>();

    UidMeters(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** Called when the singletons of the start are made. A bean that is shown twice has its meters once. */
    @Override
    public void bindTo(MeterRegistry registry) {
        synchronized (registries) {
            registries.add(registry);
        }
        InstantiatedBeans beans = new InstantiatedBeans(beanFactory);
        beans.of(UidGenerator.class).forEach((name, generator) -> show(generator, name, registry));
        beans.of(LeasedWorkerIds.class).forEach((name, assigner) -> show(assigner, name, registry));
        beans.of(SegmentIdGenerator.class).forEach((name, generator) -> show(generator, name, registry));
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (beanFactory.containsBeanDefinition(beanName)) { // an inner bean has another name in each process
            bound().forEach(registry -> show(bean, beanName, registry));
        }
        return bean;
    }

    private List<MeterRegistry> bound() {
        synchronized (registries) {
            return List.copyOf(registries);
        }
    }

    private static void show(Object bean, String name, MeterRegistry registry) {
        if (bean instanceof ManagedUidGenerator generator) {
            new UidGeneratorMetrics(generator, name).bindTo(registry);
        } else if (bean instanceof LeasedWorkerIds assigner) {
            new WorkerStoreMetrics(assigner, name).bindTo(registry);
        } else if (bean instanceof SegmentIdGenerator generator) {
            new SegmentMetrics(generator, name).bindTo(registry);
        }
    }
}
