package org.uidgenerator.persistence.hibernate;

import java.util.Locale;
import java.util.Map;
import org.hibernate.HibernateException;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.persistence.internal.UidTarget;

/**
 * Finds what hands out UIDs in the persistence unit's settings or else in its bean container.
 *
 * @param <T> its type
 */
final class SourceLookup<T> {
    private final ServiceRegistry services;
    private final Class<T> type;
    private final String setting;

    SourceLookup(ServiceRegistry services, Class<T> type, String setting) {
        this.services = services;
        this.type = type;
        this.setting = setting;
    }

    /** Returns whether there is anything to look into: a setting, or a bean container. */
    boolean hasAny() {
        return settings().keySet().stream().anyMatch(name -> name.startsWith(setting)) || beans() != null;
    }

    private Map<String, Object> settings() {
        return services.requireService(ConfigurationService.class).getSettings();
    }

    private @Nullable BeanContainer beans() {
        return services.requireService(ManagedBeanRegistry.class).getBeanContainer();
    }

    /**
     * Finds the object of a name, or the only one if the name is empty.
     *
     * @param attribute what it is for
     * @throws HibernateException if there is none, or there are several
     */
    T find(UidTarget attribute, String name) {
        String setting = name.isEmpty() ? this.setting : this.setting + "." + name;
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
        String wanted = (name.isEmpty() ? "one bean" : "a bean") + " of type " + type.getSimpleName()
                + (name.isEmpty() ? "" : " named " + name);
        if (beans == null) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "%s needs the setting %s or, in a bean container, %s: there is neither",
                    attribute,
                    setting,
                    wanted));
        }
        return new BeanLookup<>(beans, type)
                .find(name, String.format(Locale.ROOT, "%s needs %s, or the setting %s", attribute, wanted, setting));
    }
}
