package org.uidgenerator.spring.boot.internal.stores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.UidStore;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** The beans of a context that stores are opened on, or that are stores. */
public record StoreBeans(ConfigurableListableBeanFactory beanFactory) {

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
                .filter(name -> !isConfigured(name))
                .toList();
    }

    private boolean isConfigured(String name) {
        return beanFactory.containsBeanDefinition(name)
                && BeanNames.isMaker(beanFactory.getBeanDefinition(name).getFactoryBeanName());
    }

    Stream<Class<?>> types(StoreProvider<?> provider) {
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        return provider.beanTypes().stream()
                .filter(type -> ClassUtils.isPresent(type, classLoader))
                .map(type -> ClassUtils.resolveClassName(type, classLoader));
    }

    private boolean isMarked(String name) {
        return beanFactory.findAnnotationOnBean(name, UidStore.class, false) != null;
    }

    /**
     * Returns the names of the beans of some types that are marked, or else the name of the only or primary one; all if
     * there is none such.
     */
    Set<String> candidates(List<Class<?>> types) {
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
     * Makes a request, and lets the bean that the store is opened on outlive the store, as what the store needs will.
     *
     * @param named whether the properties name this kind of store
     * @param properties what is set
     * @param store the name of the bean that the store becomes
     * @throws ConfigurationException if there is no bean to open it on, or several
     */
    public <T extends StoreProvider<?>, P> StoreRequest<P> request(
            StoreProviders<T> providers, T provider, boolean named, P properties, String store) {
        List<String> needed = new ArrayList<>();
        Optional<Object> bean = providers.beanFor(provider, named, this).map(name -> {
            beanFactory.registerDependentBean(name, store);
            needed.add(name);
            return beanFactory.getBean(name);
        });
        return new Request<>(bean, properties, beanFactory, store, needed);
    }

    /** Returns the application's own store of leases. */
    public WorkerLeaseStore ownLeaseStore(String dependent) {
        Set<String> found = candidates(List.of(WorkerLeaseStore.class));
        if (found.size() != 1) {
            throw StoreProviders.Use.WORKER_IDS.several(WorkerLeaseStore.class.getSimpleName(), found);
        }
        String name = found.iterator().next();
        beanFactory.registerDependentBean(name, dependent);
        return beanFactory.getBean(name, WorkerLeaseStore.class);
    }

    /**
     * A request for a store.
     *
     * @param store the name of the store's bean
     * @param needed the names of what must outlive it, each of which outlives the next one
     */
    private record Request<P>(
            Optional<Object> opened,
            P properties,
            ConfigurableListableBeanFactory beanFactory,
            String store,
            List<String> needed)
            implements StoreRequest<P> {
        @Override
        public Object bean() {
            return opened.orElseThrow(() -> new IllegalStateException("a kind of store without beanTypes has no bean"));
        }

        @Override
        public void closeAfterStore(AutoCloseable resource) {
            String name = store + " needs " + ObjectUtils.getIdentityHexString(resource);
            ((DefaultSingletonBeanRegistry) beanFactory).registerDisposableBean(name, resource::close);
            needed.forEach(earlier -> beanFactory.registerDependentBean(earlier, name));
            beanFactory.registerDependentBean(name, store);
            needed.add(name);
        }
    }
}
