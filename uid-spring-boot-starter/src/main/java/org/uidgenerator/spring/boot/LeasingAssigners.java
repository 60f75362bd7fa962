package org.uidgenerator.spring.boot;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The assigners of a context that lease, those of single generators among them. */
final class LeasingAssigners {
    private final ConfigurableListableBeanFactory beanFactory;

    LeasingAssigners(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * Returns them by the names of their beans, except those that nothing has wanted yet, because their store may not be
     * there.
     */
    Map<String, LeasedWorkerIds> made() {
        Map<String, LeasedWorkerIds> made = new LinkedHashMap<>();
        for (String name : beanFactory.getBeanNamesForType(LeasedWorkerIds.class, true, false)) {
            if (beanFactory.containsSingleton(name)) {
                made.put(name, beanFactory.getBean(name, LeasedWorkerIds.class));
            }
        }
        return made;
    }
}
