package org.uidgenerator.persistence.hibernate;

import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.uidgenerator.persistence.internal.Candidates;

/**
 * Finds an object among the beans of Spring or CDI.
 *
 * @param <T> its type
 */
final class BeanLookup<T> {
    private final BeanContainer beans;
    private final Class<T> type;

    BeanLookup(BeanContainer beans, Class<T> type) {
        this.beans = beans;
        this.type = type;
    }

    /** Returns the object of a name, or the only one if the name is empty. */
    T find(String name, String messageIfMissing) {
        Missing missing = new Missing(() -> messageIfMissing + candidates());
        if (name.isEmpty()) {
            return beans.getBean(type, Lifecycle.AS_DEFINED, missing).getBeanInstance();
        }
        // Asked for a name that no bean has, Spring's container would return the bean of the type.
        if (isSpring() && !springNames().contain(name)) {
            throw missing.exception();
        }
        ContainedBean<T> bean = beans.getBean(name, type, Lifecycle.AS_DEFINED, missing);
        return bean.getBeanInstance();
    }

    private boolean isSpring() {
        return beans.getClass().getName().startsWith("org.springframework.");
    }

    private SpringNames springNames() {
        return beans.getBean(SpringNames.class, Lifecycle.MADE_FOR_US, new Missing(() -> "no bean factory"))
                .getBeanInstance();
    }

    /** Returns what there is to choose from, as far as the container tells. */
    private String candidates() {
        if (!isSpring()) {
            return "";
        }
        return Candidates.text(springNames().ofType(type));
    }

    private enum Lifecycle implements BeanContainer.LifecycleOptions {
        AS_DEFINED,
        MADE_FOR_US;

        @Override
        public boolean canUseCachedReferences() {
            return true;
        }

        @Override
        public boolean useJpaCompliantCreation() {
            return this == MADE_FOR_US;
        }
    }

    /** Containers call this for an instance when they have no such bean. */
    private record Missing(Supplier<String> message) implements BeanInstanceProducer {
        HibernateException exception() {
            return new HibernateException(message.get());
        }

        @Override
        public <B> B produceBeanInstance(Class<B> beanType) {
            throw exception();
        }

        @Override
        public <B> B produceBeanInstance(String name, Class<B> beanType) {
            throw exception();
        }
    }
}
