package org.uidgenerator.spring.boot.internal.stores;

import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.stereotype.Component;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.BeanNames;

/** Finds what stores are opened on, and keeps what they need until they are closed. */
@Component(BeanNames.STORE_OPENER)
public final class StoreOpener implements DisposableBean {
    private final ConfigurableListableBeanFactory beanFactory;
    private final StoreBeans beans;
    private final Deque<AutoCloseable> resources = new ConcurrentLinkedDeque<>();

    public StoreOpener(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
        beans = new StoreBeans(beanFactory);
    }

    /**
     * Makes a request, and lets the bean that the store is opened on outlive the store.
     *
     * @param named whether the properties name this kind of store
     * @param properties what is set
     * @param store the name of the bean that the store becomes
     * @throws NoStoreException if there is no bean to open it on, or several
     */
    public <T extends StoreProvider<?>, P> StoreRequest<P> request(
            StoreProviders<T> providers, T provider, boolean named, P properties, String store) {
        Optional<String> bean = providers.beanFor(provider, named, beans);
        outlives(BeanNames.STORE_OPENER, store);
        bean.ifPresent(name -> {
            outlives(name, BeanNames.STORE_OPENER);
            outlives(name, store);
        });
        return new Request<>(bean.map(beanFactory::getBean), properties, beanFactory, resources);
    }

    /** Returns the application's own bean of a type. */
    public <S> S own(Class<S> type, StoreUse use, String dependent) {
        Set<String> found = beans.candidates(type);
        if (found.size() != 1) {
            throw NoStoreException.several(use, type.getSimpleName(), found);
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
