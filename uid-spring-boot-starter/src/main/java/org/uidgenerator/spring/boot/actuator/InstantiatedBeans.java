package org.uidgenerator.spring.boot.actuator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans of a context and of its parents that are made, for those who watch them and must not be why they are made.
 */
record InstantiatedBeans(ConfigurableListableBeanFactory beanFactory) {
    /**
     * Returns the beans of a type by their names, except those that nothing has wanted yet, because their store may not
     * be there.
     */
    <T> Map<String, T> of(Class<T> type) {
        Map<String, T> made = new LinkedHashMap<>();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type, true, false)) {
            if (isMade(beanFactory, name)) {
                made.put(name, beanFactory.getBean(name, type));
            }
        }
        return made;
    }

    private static boolean isMade(@Nullable BeanFactory factory, String name) {
        if (factory instanceof ConfigurableListableBeanFactory local && local.containsSingleton(name)) {
            return true;
        }
        return factory instanceof HierarchicalBeanFactory child && isMade(child.getParentBeanFactory(), name);
    }
}
