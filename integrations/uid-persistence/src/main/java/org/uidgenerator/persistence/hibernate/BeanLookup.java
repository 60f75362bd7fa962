package org.uidgenerator.persistence.hibernate;

import java.util.List;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;

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
        List<String> found = springNames().ofType(type);
        return switch (found.size()) {
            case 0 -> ": there is none";
            case 1 -> ": found " + found.get(0);
            default -> ": found " + String.join(", ", found) + "; name one of them, or make one the primary bean";
        };
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
