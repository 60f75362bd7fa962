package org.uidgenerator.persistence.hibernate;

import java.util.Locale;
import org.hibernate.HibernateException;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.ServiceRegistry;
import org.uidgenerator.UidGenerator;

/** Finds a generator in the persistence unit's settings or else in its bean container. */
final class GeneratorLookup {
    private final ServiceRegistry services;

    GeneratorLookup(ServiceRegistry services) {
        this.services = services;
    }

    UidGenerator find(String name) {
        String setting = name.isEmpty() ? UidValueGenerator.SETTING : UidValueGenerator.SETTING + "." + name;
        Object configured = services.requireService(ConfigurationService.class)
                .getSettings()
                .get(setting);
        if (configured instanceof UidGenerator generator) {
            return generator;
        }
        if (configured != null) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "setting %s must be a UidGenerator, the object itself: %s=%s",
                    setting,
                    setting,
                    configured));
        }
        BeanContainer beans = services.requireService(ManagedBeanRegistry.class).getBeanContainer();
        String wanted = name.isEmpty() ? "one bean of type UidGenerator" : "a bean of type UidGenerator named " + name;
        if (beans == null) {
            throw new HibernateException(String.format(
                    Locale.ROOT,
                    "@Uid needs the setting %s or, in a bean container, %s: there is neither",
                    setting,
                    wanted));
        }
        return new BeanLookup(beans)
                .find(name, String.format(Locale.ROOT, "@Uid needs %s, or the setting %s", wanted, setting));
    }
}
