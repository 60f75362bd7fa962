package org.uidgenerator.spring;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/**
 * The bean that a property stands for when it is not set: the only one of its type, the primary one, or the one with
 * the name of the property, in the order in which autowiring looks for them.
 */
final class UniqueBean {
    private UniqueBean() {}

    /**
     * Returns the bean, and makes it outlive the bean that needs it.
     *
     * @param beanFactory where to look, or null if there is none
     * @param dependentName the name of the bean that needs it
     * @param property the property of that bean
     * @throws IllegalStateException if there is none, or there are several and none of them can be chosen
     */
    static <T> T find(
            @Nullable ConfigurableListableBeanFactory beanFactory,
            @Nullable String dependentName,
            String property,
            Class<T> type) {
        if (beanFactory == null || dependentName == null) {
            throw new IllegalStateException(property + " must be set outside of a Spring context");
        }
        try {
            NamedBeanHolder<T> bean = resolve(beanFactory, property, type);
            beanFactory.registerDependentBean(bean.getBeanName(), dependentName);
            return bean.getBeanInstance();
        } catch (NoSuchBeanDefinitionException e) {
            throw notUnique(property, type, namesFound(e), e);
        }
    }

    private static <T> NamedBeanHolder<T> resolve(
            ConfigurableListableBeanFactory beanFactory, String property, Class<T> type) {
        try {
            return beanFactory.resolveNamedBean(type);
        } catch (NoUniqueBeanDefinitionException e) {
            if (namesFound(e).contains(property)) {
                return new NamedBeanHolder<>(property, beanFactory.getBean(property, type));
            }
            throw e;
        }
    }

    private static Collection<String> namesFound(NoSuchBeanDefinitionException e) {
        Collection<String> found =
                e instanceof NoUniqueBeanDefinitionException several ? several.getBeanNamesFound() : null;
        return found == null ? List.of() : found;
    }

    private static IllegalStateException notUnique(
            String property, Class<?> type, Collection<String> found, NoSuchBeanDefinitionException cause) {
        return new IllegalStateException(
                String.format(
                        Locale.ROOT,
                        "%s must be set unless the context has exactly one %s bean, a primary one or one of that name: found %s",
                        property,
                        type.getSimpleName(),
                        found),
                cause);
    }
}
