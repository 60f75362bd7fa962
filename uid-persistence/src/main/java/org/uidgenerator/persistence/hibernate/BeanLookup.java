package org.uidgenerator.persistence.hibernate;

import org.hibernate.HibernateException;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.uidgenerator.UidGenerator;

/** Finds a generator among the beans of Spring or CDI. */
final class BeanLookup {
    private final BeanContainer beans;

    BeanLookup(BeanContainer beans) {
        this.beans = beans;
    }

    /** Returns the generator of a name, or the only one if the name is empty. */
    UidGenerator find(String name, String messageIfMissing) {
        Missing missing = new Missing(messageIfMissing);
        if (name.isEmpty()) {
            return beans.getBean(UidGenerator.class, Lifecycle.AS_DEFINED, missing)
                    .getBeanInstance();
        }
        // Asked for a name that no bean has, Spring's container would return the bean of the type.
        if (isSpring() && !springNames(missing).contain(name)) {
            throw new HibernateException(messageIfMissing);
        }
        ContainedBean<UidGenerator> bean = beans.getBean(name, UidGenerator.class, Lifecycle.AS_DEFINED, missing);
        return bean.getBeanInstance();
    }

    private boolean isSpring() {
        return beans.getClass().getName().startsWith("org.springframework.");
    }

    private SpringNames springNames(Missing missing) {
        return beans.getBean(SpringNames.class, Lifecycle.MADE_FOR_US, missing).getBeanInstance();
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
    private record Missing(String message) implements BeanInstanceProducer {
        @Override
        public <B> B produceBeanInstance(Class<B> beanType) {
            throw new HibernateException(message);
        }

        @Override
        public <B> B produceBeanInstance(String name, Class<B> beanType) {
            throw new HibernateException(message);
        }
    }
}
