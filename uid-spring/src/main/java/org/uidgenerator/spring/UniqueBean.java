package org.uidgenerator.spring;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/** The bean that a property stands for when it is not set: the only one of its type, or the primary one. */
final class UniqueBean {
    private UniqueBean() {}

    /**
     * Finds the bean, and has it outlive the bean that needs it.
     *
     * @param beanFactory where to look, or null if there is none
     * @param dependentName the name of the bean that needs it
     * @param property the property of that bean
     * @throws IllegalStateException if there is none, or several
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
            NamedBeanHolder<T> bean = beanFactory.resolveNamedBean(type);
            beanFactory.registerDependentBean(bean.getBeanName(), dependentName);
            return bean.getBeanInstance();
        } catch (NoUniqueBeanDefinitionException e) {
            Collection<String> found = e.getBeanNamesFound();
            throw notUnique(property, type, found == null ? List.of() : found, e);
        } catch (NoSuchBeanDefinitionException e) {
            throw notUnique(property, type, List.of(), e);
        }
    }

    private static IllegalStateException notUnique(
            String property, Class<?> type, Collection<String> found, NoSuchBeanDefinitionException cause) {
        return new IllegalStateException(
                String.format(
                        Locale.ROOT,
                        "%s must be set unless the context has exactly one %s bean or a primary one: found %s",
                        property,
                        type.getSimpleName(),
                        found),
                cause);
    }
}
