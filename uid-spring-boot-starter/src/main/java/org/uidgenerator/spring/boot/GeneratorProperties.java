package org.uidgenerator.spring.boot;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** Which generators the properties name, and what they say of each: {@code uid.generators.<name>.*} before {@code uid.*}. */
final class GeneratorProperties {
    private static final ConfigurationPropertyName SHARED = ConfigurationPropertyName.of("uid");
    private static final String ONLY_GENERATOR = "uidGenerator";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private final Environment environment;
    private final Set<String> named;

    GeneratorProperties(Environment environment) {
        this.environment = environment;
        named = Binder.get(environment)
                .bind("uid.generators", Bindable.mapOf(String.class, Object.class))
                .map(generators -> (Set<String>) new LinkedHashSet<>(generators.keySet()))
                .orElse(Set.of());
    }

    /**
     * Returns the names of the generators, those of their beans.
     *
     * @throws InvalidConfigurationPropertyValueException if a name is not plain
     */
    Set<String> generators() {
        named.forEach(GeneratorProperties::requirePlain);
        return named.isEmpty() ? Set.of(ONLY_GENERATOR) : named;
    }

    private static void requirePlain(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidConfigurationPropertyValueException(
                    "uid.generators." + name, name, "The name of a generator must be letters, digits, - and _.");
        }
    }

    /**
     * Returns the generator that is injected where none is named, if the properties say so.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    Optional<String> primary() {
        Optional<String> primary = Optional.ofNullable(
                Binder.get(environment).bind("uid.primary", String.class).orElse(null));
        primary.filter(name -> !isNamed(name)).ifPresent(name -> {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "uid.primary must be one of uid.generators: primary=%s, generators=%s", name, named));
        });
        return primary;
    }

    /** Returns whether anything can be set for a generator that is not set for all. */
    boolean isNamed(String generator) {
        return named.contains(generator);
    }

    /** Returns whether a generator has worker ids from a source of its own. */
    boolean hasOwnWorker(String generator) {
        return isNamed(generator) && ownWorker(generator).isBound();
    }

    /** Returns what is said of a generator's own worker ids, if anything is. */
    BindResult<UidProperties.Worker> ownWorker(String generator) {
        return Binder.get(environment)
                .bind(prefix(generator).append("worker"), Bindable.of(UidProperties.Worker.class));
    }

    /**
     * Returns the name that a property has for a generator: its own where that is set or nothing is, that of all generators where only
     * that is set.
     *
     * @param property without prefix, as {@code layout.time-bits}
     */
    ConfigurationPropertyName nameFor(String generator, String property) {
        ConfigurationPropertyName shared = SHARED.append(property);
        if (!isNamed(generator)) {
            return shared;
        }
        ConfigurationPropertyName own = prefix(generator).append(property);
        return !isSet(own) && isSet(shared) ? shared : own;
    }

    private boolean isSet(ConfigurationPropertyName name) {
        return sources()
                .anyMatch(source -> source.getConfigurationProperty(name) != null
                        || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT);
    }

    /** Returns the value of a property, and where it is set. */
    Optional<ConfigurationProperty> find(ConfigurationPropertyName name) {
        return sources()
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Returns what the generators have in common. */
    <T> T shared(Class<T> properties) {
        return Binder.get(environment).bindOrCreate(SHARED.toString(), properties);
    }

    /** Returns what is set for a generator. */
    <T> T of(String generator, Class<T> properties) {
        if (!isNamed(generator)) {
            return shared(properties);
        }
        ConfigurationPropertyName prefix = prefix(generator);
        Stream<ConfigurationPropertySource> own = sources().map(source -> new OwnSource(source, prefix));
        return new Binder(Stream.concat(own, sources()).toList(), new PropertySourcesPlaceholdersResolver(environment))
                .bindOrCreate(SHARED.toString(), properties);
    }

    /** Names of properties have one spelling for all that mean the same. */
    private static ConfigurationPropertyName prefix(String generator) {
        return ConfigurationPropertyName.of(
                "uid.generators." + generator.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""));
    }

    private Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }

    /** Finds the properties of one generator under the names of those of all; what it finds has its true name. */
    private record OwnSource(ConfigurationPropertySource source, ConfigurationPropertyName prefix)
            implements ConfigurationPropertySource {
        @Override
        public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
            return SHARED.isAncestorOf(name) ? source.getConfigurationProperty(own(name)) : null;
        }

        @Override
        public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
            return SHARED.equals(name) || SHARED.isAncestorOf(name)
                    ? source.containsDescendantOf(own(name))
                    : ConfigurationPropertyState.ABSENT;
        }

        private ConfigurationPropertyName own(ConfigurationPropertyName name) {
            return prefix.append(name.subName(SHARED.getNumberOfElements()));
        }
    }
}
