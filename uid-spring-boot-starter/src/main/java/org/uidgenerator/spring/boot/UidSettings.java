package org.uidgenerator.spring.boot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** What is set for each generator. The properties are bound once: that takes longer than anything else here. */
final class UidSettings {
    private final GeneratorProperties properties;
    private final UidProperties shared;
    private final Map<String, UidProperties> named = new ConcurrentHashMap<>();

    /**
     * Makes the settings.
     *
     * @throws ConfigurationException if a property has a name that nobody reads
     */
    UidSettings(Environment environment, UidProperties shared, ConfigurableListableBeanFactory beans) {
        new KnownProperties().requireIn(environment, beans);
        properties = new GeneratorProperties(environment);
        this.shared = shared;
    }

    /**
     * Returns the names of the generators, those of their beans.
     *
     * @throws IllegalArgumentException if a name is not plain
     */
    Set<String> generators() {
        return properties.generators();
    }

    /** Returns whether a generator has worker ids from a source of its own. */
    boolean hasOwnWorker(String generator) {
        return properties.hasOwnWorker(generator);
    }

    /** Returns what is set for the worker ids of a generator itself, not what it has in common with others. */
    UidProperties.Worker ownWorker(String generator) {
        return properties.ownWorker(generator).get();
    }

    /**
     * Returns the generators that have the worker id which is set for all. Two of them would make the same UIDs, so
     * that must be set for each of them.
     */
    List<String> sharingWorkerId() {
        if (!shared.worker().said().filter(Assigner::givesOneWorkerId).isPresent()) {
            return List.of();
        }
        return generators().stream()
                .filter(generator -> properties
                        .ownWorker(generator)
                        .map(UidProperties.Worker::said)
                        .orElse(Optional.empty())
                        .isEmpty())
                .toList();
    }

    /** Returns what the generators have in common. */
    UidProperties shared() {
        return shared;
    }

    /** Returns what is set for a generator. */
    UidProperties of(String generator) {
        return properties.isNamed(generator)
                ? named.computeIfAbsent(generator, name -> properties.of(name, UidProperties.class))
                : shared;
    }

    /** Passes on what was set. */
    static <T> void ifSet(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
