package org.uidgenerator.server.store;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.stereotype.Component;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.SegmentIdGeneratorFactoryBean;

/**
 * Keeps the start from taking a range of each counter that the properties name. They are created then, as the
 * properties say; a counter that is exhausted must not keep the service from handing out all others.
 */
@Component
final class CountersAtStart implements BeanFactoryPostProcessor, BeanPostProcessor {
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (String tag : beans.getBeanNamesForType(SegmentTag.class, true, false)) {
            beans.getBeanDefinition(tag).setLazyInit(true);
        }
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof SegmentIdGeneratorFactoryBean counters) {
            counters.setTags();
        }
        return bean;
    }
}
