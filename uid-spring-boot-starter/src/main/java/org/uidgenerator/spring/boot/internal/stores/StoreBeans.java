package org.uidgenerator.spring.boot.internal.stores;

import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.UidStore;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/**
 * The beans of a context that stores are opened on, or that are stores. Keeps what opened stores need until they are
 * closed.
 */
@Component(BeanNames.STORE_BEANS)
public final class StoreBeans implements DisposableBean {
    private final ConfigurableListableBeanFactory beanFactory;
    private final Deque<AutoCloseable> resources = new ConcurrentLinkedDeque<>();

    public StoreBeans(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** Returns whether there is a marked bean for a kind of store, as far as definitions tell. */
    boolean hasMarked(StoreProvider<?> provider) {
        return names(provider).stream().anyMatch(this::isMarked);
    }

    /** Returns the beans for a kind of store, as far as definitions tell. */
    Collection<String> names(StoreProvider<?> provider) {
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
    Set<String> candidates(StoreProvider<?> provider) {
        return candidates(types(provider).toList());
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

    /**
     * Makes a request, and lets the bean that the store is opened on outlive the store.
     *
     * @param named whether the properties name this kind of store
     * @param properties what is set
     * @param store the name of the bean that the store becomes
     * @throws ConfigurationException if there is no bean to open it on, or several
     */
    public <T extends StoreProvider<?>, P> StoreRequest<P> request(
            StoreProviders<T> providers, T provider, boolean named, P properties, String store) {
        Optional<String> bean = providers.beanFor(provider, named, this);
        outlives(BeanNames.STORE_BEANS, store);
        bean.ifPresent(name -> {
            outlives(name, BeanNames.STORE_BEANS);
            outlives(name, store);
        });
        return new Request<>(bean.map(beanFactory::getBean), properties, beanFactory, resources);
    }

    /** Returns the application's own bean of a type. */
    public <S> S own(Class<S> type, StoreUse use, String dependent) {
        Set<String> found = candidates(List.of(type));
        if (found.size() != 1) {
            throw use.several(type.getSimpleName(), found);
        }
        String name = found.iterator().next();
        outlives(name, dependent);
        return beanFactory.getBean(name, type);
    }

    private void outlives(String name, String dependent) {
        beanFactory.registerDependentBean(name, dependent);
    }

    private record Request<P>(
            Optional<Object> opened, P properties, BeanFactory beanFactory, Deque<AutoCloseable> resources)
            implements StoreRequest<P> {
        @Override
        public Object bean() {
            return opened.orElseThrow(() -> new IllegalStateException("a kind of store without beanTypes has no bean"));
        }

        @Override
        public void closeAfterStore(AutoCloseable resource) {
            resources.push(resource);
        }
    }

    /** Closes what the stores needed, the last first. Called by the container, when all stores are closed. */
    @Override
    public void destroy() throws Exception {
        Exception failure = null;
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
