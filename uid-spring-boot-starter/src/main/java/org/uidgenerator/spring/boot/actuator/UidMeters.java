package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
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
    private final Map<MeterRegistry, Set<Object>> shown = new HashMap<>();

    UidMeters(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** Called when the singletons of the start are made. */
    @Override
    public void bindTo(MeterRegistry registry) {
        synchronized (shown) {
            shown.put(registry, Collections.newSetFromMap(new IdentityHashMap<>()));
        }
        InstantiatedBeans beans = new InstantiatedBeans(beanFactory);
        beans.of(UidGenerator.class).forEach(this::show);
        beans.of(LeasedWorkerIds.class).forEach(this::show);
        beans.of(SegmentIdGenerator.class).forEach(this::show);
        beans.of(SegmentStore.class).forEach(this::show);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (beanFactory.containsBeanDefinition(beanName)) { // an inner bean has another name in each process
            show(beanName, bean);
        }
        return bean;
    }

    /** Shows a bean in each registry, once. A factory makes its bean when it is asked here, a second time. */
    private void show(String name, Object bean) {
        meters(name, bean).ifPresent(meters -> {
            List<MeterRegistry> without = new ArrayList<>();
            synchronized (shown) {
                shown.forEach((registry, beans) -> {
                    if (beans.add(bean)) {
                        without.add(registry);
                    }
                });
            }
            without.forEach(meters::bindTo);
        });
    }

    private static Optional<MeterBinder> meters(String name, Object bean) {
        if (bean instanceof ManagedUidGenerator generator) {
            return Optional.of(new UidGeneratorMetrics(generator, name));
        }
        if (bean instanceof LeasedWorkerIds assigner) {
            return Optional.of(new WorkerStoreMetrics(assigner, name));
        }
        if (bean instanceof SegmentIdGenerator generator) {
            return Optional.of(new SegmentMetrics(generator, name));
        }
        return RemoteView.meters(name, bean);
    }
}
