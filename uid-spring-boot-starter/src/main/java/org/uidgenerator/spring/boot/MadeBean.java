package org.uidgenerator.spring.boot;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.ConstructorArgumentValues.ValueHolder;

/**
 * A generator or an assigner that the starter makes from properties.
 *
 * @param generator the generator whose properties these are, or {@link WorkerSettings#SHARED}
 * @param isAssigner whether it is an assigner
 */
record MadeBean(String generator, boolean isAssigner) {
    private static final Set<String> ASSIGNERS = Set.of(UidBeans.ASSIGNERS, UidBeans.REDIS, UidBeans.ZOOKEEPER);

    /** Returns what the starter makes under a name, or nothing if the bean is the application's. */
    static Optional<MadeBean> named(@Nullable String beanName, BeanFactory beanFactory) {
        if (beanName == null
                || !(beanFactory instanceof ConfigurableListableBeanFactory definitions)
                || !definitions.containsBeanDefinition(beanName)) {
            return Optional.empty();
        }
        BeanDefinition definition = definitions.getBeanDefinition(beanName);
        String maker = String.valueOf(definition.getFactoryBeanName());
        boolean assigner = ASSIGNERS.contains(maker);
        ValueHolder generator = definition.getConstructorArgumentValues().getIndexedArgumentValue(0, String.class);
        return generator != null && (assigner || maker.equals(UidBeans.GENERATORS))
                ? Optional.of(new MadeBean(String.valueOf(generator.getValue()), assigner))
                : Optional.empty();
    }
}
