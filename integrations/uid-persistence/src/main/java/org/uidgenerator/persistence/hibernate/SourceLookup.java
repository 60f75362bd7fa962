package org.uidgenerator.persistence.hibernate;

import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.persistence.internal.BeanSources;
import org.uidgenerator.persistence.internal.UidSources;
import org.uidgenerator.persistence.internal.UidTarget;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Finds what hands out UIDs in the persistence unit's settings or else in its bean container, which is that of Spring
 * or CDI.
 */
record SourceLookup(ServiceRegistry services) implements UidSources {
    /** Returns whether there is anything to look into: a setting, or a bean container. */
    boolean hasAny(Class<?> type) {
        String setting = settingOf(type);
        return settings().keySet().stream().anyMatch(name -> name.startsWith(setting)) || beans() != null;
    }

    private static String settingOf(Class<?> type) {
        return type == SegmentIdGenerator.class ? UidValueGenerator.SEGMENTS_SETTING : UidValueGenerator.SETTING;
    }

    private Map<String, Object> settings() {
        return services.requireService(ConfigurationService.class).getSettings();
    }

    private @Nullable BeanContainer beans() {
        return services.requireService(ManagedBeanRegistry.class).getBeanContainer();
    }

    /** Throws a {@link HibernateException} if there is none, or there are several. */
    @Override
    public <T> T find(UidTarget attribute, Class<T> type, String name) {
        String setting = name.isEmpty() ? settingOf(type) : settingOf(type) + "." + name;
        Object configured = settings().get(setting);
        if (type.isInstance(configured)) {
            return type.cast(configured);
        }
        if (configured != null) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "setting %s must be a %s, the object itself: %s=%s",
                    setting,
                    type.getSimpleName(),
                    setting,
                    configured));
        }
        BeanContainer beans = beans();
        String wanted = UidSources.wanted(type, name);
        if (beans == null) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "%s needs the setting %s or, in a bean container, %s: there is neither",
                    attribute,
                    setting,
                    wanted));
        }
        return bean(
                beans,
                type,
                name,
                String.format(Locale.ROOT, "%s needs %s, or the setting %s", attribute, wanted, setting));
    }

    private static <T> T bean(BeanContainer beans, Class<T> type, String name, String messageIfMissing) {
        boolean isSpring = beans.getClass().getName().startsWith("org.springframework.");
        Missing missing = new Missing(() -> isSpring
                ? messageIfMissing + BeanSources.choice(springNames(beans).beans(), type)
                : messageIfMissing);
        if (name.isEmpty()) {
            return beans.getBean(type, Lifecycle.AS_DEFINED, missing).getBeanInstance();
        }
        // Asked for a name that no bean has, Spring's container would return the bean of the type.
        if (isSpring && !springNames(beans).beans().containsBean(name)) {
            throw missing.exception();
        }
        ContainedBean<T> bean = beans.getBean(name, type, Lifecycle.AS_DEFINED, missing);
        return bean.getBeanInstance();
    }

    private static SpringNames springNames(BeanContainer beans) {
        return beans.getBean(SpringNames.class, Lifecycle.MADE_FOR_US, new Missing(() -> "no bean factory"))
                .getBeanInstance();
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
