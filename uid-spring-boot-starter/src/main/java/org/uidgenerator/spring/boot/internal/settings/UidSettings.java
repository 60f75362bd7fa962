package org.uidgenerator.spring.boot.internal.settings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/** What is set for each generator. The properties are bound once: that takes longer than anything else here. */
public final class UidSettings {
    private final GeneratorProperties properties;
    private final UidProperties shared;
    private final Map<String, UidProperties> named = new ConcurrentHashMap<>();

    /**
     * Makes the settings.
     *
     * @throws ConfigurationException if a property has a name that nobody reads, or no effect
     */
    public UidSettings(Environment environment, UidProperties shared, ConfigurableListableBeanFactory beans) {
        new KnownProperties(beans.getBeanClassLoader()).requireIn(environment, beans);
        properties = new GeneratorProperties(environment);
        this.shared = shared;
        UnheededProperties.refuse(this, properties, environment, beans);
    }

    /**
     * Returns the names of the generators, those of their beans.
     *
     * @throws IllegalArgumentException if a name is not plain
     */
    public Set<String> generators() {
        return properties.generators();
    }

    /** Returns whether a generator has worker ids from a source of its own. */
    public boolean hasOwnWorker(String generator) {
        return properties.hasOwnWorker(generator);
    }

    /**
     * Returns the generators that have the worker id which is set for all. Two of them would make the same UIDs, so
     * that must be set for each of them.
     */
    public List<String> sharingWorkerId() {
        if (!properties.assigner(BeanNames.SHARED).givesOneWorkerId()) {
            return List.of();
        }
        return generators().stream()
                .filter(generator -> Stream.of("worker.assigner", "worker.id", "worker.variable", "worker.space")
                        .noneMatch(property -> properties.hasOwn(generator, property)))
                .toList();
    }

    /** Returns what the generators have in common. */
    public UidProperties shared() {
        return shared;
    }

    /** Returns what is set for a generator. */
    public UidProperties of(String generator) {
        return properties.isNamed(generator)
                ? named.computeIfAbsent(generator, name -> properties.of(name, UidProperties.class))
                : shared;
    }

    /**
     * Returns what is set for a generator below a name.
     *
     * @param generator its name, or {@link BeanNames#SHARED} for what the generators have in common
     * @param prefix as {@code uid.worker.redis}
     */
    public <P> P of(String generator, String prefix, Class<P> type) {
        return properties.of(generator, prefix, type);
    }
}
