package org.uidgenerator.persistence.internal;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/**
 * Generators and counters that are beans of Spring, looked up at each call.
 *
 * @param beans the factory of the beans
 */
public record BeanSources(BeanFactory beans) implements UidSources {
    /** Refuses null. */
    public BeanSources {
        Objects.requireNonNull(beans, "beans");
    }

    @Override
    public <T> T find(UidTarget target, Class<T> type, String name) {
        try {
            return name.isEmpty() ? beans.getBean(type) : beans.getBean(name, type);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException e) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT, "%s needs %s%s", target, Candidates.wanted(type, name), candidates(type)),
                    e);
        }
    }

    private String candidates(Class<?> type) {
        return beans instanceof ListableBeanFactory listable
                ? Candidates.text(List.of(listable.getBeanNamesForType(type, true, false)))
                : "";
    }
}
