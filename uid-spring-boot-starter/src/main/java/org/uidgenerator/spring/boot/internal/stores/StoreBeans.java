package org.uidgenerator.spring.boot.internal.stores;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.UidStore;
import org.uidgenerator.spring.boot.internal.BeanNames;

/** The beans of a context that stores are opened on, or that are stores. */
public final class StoreBeans {
    private final ConfigurableListableBeanFactory beanFactory;

    public StoreBeans(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** Returns whether there is a bean for a kind of store, as far as definitions tell. */
    public boolean hasAny(StoreProvider<?> provider) {
        return !names(provider).isEmpty();
    }

    /** Returns whether there is a marked bean for a kind of store, as far as definitions tell. */
    public boolean hasMarked(StoreProvider<?> provider) {
        return names(provider).stream().anyMatch(this::isMarked);
    }

    /** Returns the beans for a kind of store, as far as definitions tell. */
    public Collection<String> names(StoreProvider<?> provider) {
        return types(provider)
                .flatMap(type -> names(type).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the application's own beans of a type, as far as definitions tell. */
    public List<String> names(Class<?> type) {
        return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type, true, false))
                .filter(Predicate.not(this::isConfigured))
                .toList();
    }

    private boolean isConfigured(String name) {
        return beanFactory.containsBeanDefinition(name)
                && BeanNames.isMaker(beanFactory.getBeanDefinition(name).getFactoryBeanName());
    }

    private Stream<Class<?>> types(StoreProvider<?> provider) {
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        return provider.beanTypes().stream()
                .filter(type -> ClassUtils.isPresent(type, classLoader))
                .map(type -> ClassUtils.resolveClassName(type, classLoader));
    }

    private boolean isMarked(String name) {
        return beanFactory.findAnnotationOnBean(name, UidStore.class, false) != null;
    }

    /**
     * Returns the names of the beans for a kind of store that are marked, or else the name of the only or primary one;
     * all if there is none such.
     */
    public Set<String> candidates(StoreProvider<?> provider) {
        return candidates(types(provider).toList());
    }

    /** Returns the same for the application's own beans of a type. */
    public Set<String> candidates(Class<?> type) {
        return candidates(List.of(type));
    }

    private Set<String> candidates(List<Class<?>> types) {
        Set<String> marked = types.stream()
                .flatMap(type -> names(type).stream())
                .filter(this::isMarked)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return marked.isEmpty()
                ? types.stream().flatMap(this::unmarked).collect(Collectors.toCollection(LinkedHashSet::new))
                : marked;
    }

    /** Returns the one that autowiring would choose, or all if it would not. Factories are made to know their types. */
    private Stream<String> unmarked(Class<?> type) {
        if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type).length == 0) {
            return Stream.empty();
        }
        try {
            return Stream.of(beanFactory.resolveNamedBean(type).getBeanName());
        } catch (NoUniqueBeanDefinitionException e) {
            return e.getBeanNamesFound() == null ? Stream.empty() : e.getBeanNamesFound().stream();
        }
    }
}
