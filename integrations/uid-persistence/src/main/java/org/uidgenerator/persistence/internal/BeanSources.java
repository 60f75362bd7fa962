package org.uidgenerator.persistence.internal;

import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** Generators and counters that are beans of Spring, looked up at each call. */
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
                            Locale.ROOT, "%s needs %s%s", target, UidSources.wanted(type, name), choice(beans, type)),
                    e);
        }
    }

    /**
     * Returns the end of a message that says which bean is wanted: those of its type, as far as they are known without
     * making them.
     */
    public static String choice(BeanFactory beans, Class<?> type) {
        if (!(beans instanceof ListableBeanFactory listable)) {
            return "";
        }
        String[] found = listable.getBeanNamesForType(type, true, false);
        return switch (found.length) {
            case 0 -> ": there is none";
            case 1 -> ": found " + found[0];
            default -> ": found " + String.join(", ", found) + "; name one of them, or make one the primary bean";
        };
    }
}
