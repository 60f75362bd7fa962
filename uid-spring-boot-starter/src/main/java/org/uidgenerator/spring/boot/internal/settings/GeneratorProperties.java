package org.uidgenerator.spring.boot.internal.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.internal.BeanNames;

/**
 * The generators that the properties name, with the values that each has: those of {@code uid.generators.<name>.*}
 * before those of {@code uid.*}.
 */
public final class GeneratorProperties {
    static final ConfigurationPropertyName SHARED = ConfigurationPropertyName.of("uid");
    static final ConfigurationPropertyName GENERATORS = SHARED.append("generators");
    static final String NAME_RULE = "The name of a generator must be letters, digits, - and _.";
    private static final String ONLY_GENERATOR = "uidGenerator";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private final Environment environment;
    private final PropertyGroups groups;
    private final Map<String, ConfigurationPropertyName> named = new LinkedHashMap<>();

    /** What is set for single generators, and for all. Binding takes longer than anything else here. */
    private final Map<String, UidProperties> bound = new ConcurrentHashMap<>();

    /**
     * Begins with what is bound already.
     *
     * @param shared what is set for all generators
     */
    GeneratorProperties(Environment environment, UidProperties shared) {
        this(environment);
        bound.put(BeanNames.SHARED, shared);
    }

    public GeneratorProperties(Environment environment) {
        this.environment = environment;
        groups = new PropertyGroups(environment);
        for (ConfigurationPropertyName generator : groups.below(GENERATORS)) {
            groups.requireEmpty(
                    generator, "It must be empty or have properties, such as " + generator + ".type=unbuffered");
            named.put(PropertyGroups.spelling(generator), generator);
        }
    }

    /**
     * Returns the names of the generators, those of their beans.
     *
     * @throws InvalidConfigurationPropertyValueException if a name is not plain
     */
    public Set<String> generators() {
        named.keySet().forEach(GeneratorProperties::requirePlain);
        return named.isEmpty() ? Set.of(ONLY_GENERATOR) : named.keySet();
    }

    private static void requirePlain(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidConfigurationPropertyValueException("uid.generators." + name, name, NAME_RULE);
        }
    }

    /**
     * Returns the generator that is injected by its type alone, if the properties say so.
     *
     * @throws InvalidConfigurationPropertyValueException if there is none of that name
     */
    public Optional<String> primary() {
        Optional<String> primary = find(BeanNames.SHARED, "primary", String.class);
        primary.filter(name -> !isNamed(name)).ifPresent(name -> {
            throw new InvalidConfigurationPropertyValueException(
                    "uid.primary", name, "It must be one of uid.generators: " + named.keySet());
        });
        return primary;
    }

    /** Returns whether anything can be set for a generator that is not set for all. */
    public boolean isNamed(String generator) {
        return named.containsKey(generator);
    }

    /**
     * Returns whether a property without prefix, as {@code worker.id}, is set for one generator, or one that begins
     * with the name, as {@code worker} for worker ids from a source of its own.
     */
    public boolean hasOwn(String generator, String property) {
        return isNamed(generator) && groups.isSet(ownName(generator, property));
    }

    /** Returns the name that a property without prefix, as {@code worker.id}, has for one generator. */
    public ConfigurationPropertyName ownName(String generator, String property) {
        return nameOf(generator).append(property);
    }

    /**
     * Returns the name that a property without prefix has for a generator: its own if that is set or nothing is, that
     * of all generators if only that is set.
     */
    public ConfigurationPropertyName nameFor(String generator, String property) {
        ConfigurationPropertyName shared = SHARED.append(property);
        ConfigurationPropertyName own = ownName(generator, property);
        return !groups.isSet(own) && groups.isSet(shared) ? shared : own;
    }

    /** Returns what is set, for any generator and for all. */
    public PropertyGroups groups() {
        return groups;
    }

    /** Returns the type that is meant, in so many words or by what else is set. */
    public UidProperties.Type type(String generator) {
        return find(generator, "type", UidProperties.Type.class)
                .orElseGet(() -> isSetFor(generator, "client.servers") || isSetFor(generator, "client.service-id")
                        ? UidProperties.Type.REMOTE
                        : UidProperties.Type.CACHED);
    }

    /**
     * Returns the assigner that is meant, in so many words or by what else is set.
     *
     * @param generator its name, or {@link BeanNames#SHARED}
     */
    public Assigner assigner(String generator) {
        return find(generator, "worker.assigner", Assigner.class).orElseGet(() -> {
            if (isSetFor(generator, "worker.id")) {
                return Assigner.FIXED;
            }
            return isSetFor(generator, "worker.variable") ? Assigner.ENV : Assigner.LEASED;
        });
    }

    /** Returns the value of a property without prefix, as {@code worker.store}, for a generator, if it is set. */
    public <T> Optional<T> find(String generator, String property, Class<T> type) {
        return Optional.ofNullable(binder(generator)
                .bind(SHARED.append(property), Bindable.of(type), new UidBindHandler(BindHandler.DEFAULT))
                .orElse(null));
    }

    private boolean isSetFor(String generator, String property) {
        return groups.isSet(nameFor(generator, property));
    }

    /**
     * Returns the generators that have the worker id which is set for all. Two of them would make the same UIDs, so
     * that must be set for each of them.
     */
    public List<String> sharingWorkerId() {
        if (!assigner(BeanNames.SHARED).givesOneWorkerId()) {
            return List.of();
        }
        return generators().stream()
                .filter(generator -> Stream.of("worker.assigner", "worker.id", "worker.variable", "worker.namespace")
                        .noneMatch(property -> hasOwn(generator, property)))
                .toList();
    }

    /** Returns what is set for a generator. */
    public UidProperties of(String generator) {
        return bound.computeIfAbsent(
                isNamed(generator) ? generator : BeanNames.SHARED,
                name -> of(name, SHARED.toString(), UidProperties.class));
    }

    /**
     * Returns what is set for a generator below a name.
     *
     * @param generator its name, or {@link BeanNames#SHARED} for what the generators have in common
     * @param prefix as {@code uid.worker.redis}
     */
    public <T> T of(String generator, String prefix, Class<T> properties) {
        return binder(generator).bindOrCreate(prefix, Bindable.of(properties), new UidBindHandler(BindHandler.DEFAULT));
    }

    /** Returns what binds the properties of a generator, its own before those of all. */
    private Binder binder(String generator) {
        Stream<ConfigurationPropertySource> sources = Stream.of(nameOf(generator), SHARED)
                .distinct()
                .flatMap(prefix -> groups.sources().map(source -> new Renamed(source, prefix)));
        return new Binder(sources.toList(), new PropertySourcesPlaceholdersResolver(environment));
    }

    /** Returns what the names of a generator's properties begin with. */
    private ConfigurationPropertyName nameOf(String generator) {
        return named.getOrDefault(generator, SHARED);
    }

    /**
     * Finds the properties below a name under {@code uid}; what it finds has its true name. There is nothing at
     * {@code uid} itself, because an environment variable {@code UID} is the id of the user.
     */
    private record Renamed(ConfigurationPropertySource source, ConfigurationPropertyName prefix)
            implements IterableConfigurationPropertySource {
        @Override
        public Stream<ConfigurationPropertyName> stream() {
            return PropertyGroups.names(Stream.of(source), prefix)
                    .map(name -> SHARED.append(name.subName(prefix.getNumberOfElements())));
        }

        @Override
        public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
            return SHARED.isAncestorOf(name) ? source.getConfigurationProperty(trueName(name)) : null;
        }

        @Override
        public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
            return SHARED.equals(name) || SHARED.isAncestorOf(name)
                    ? source.containsDescendantOf(trueName(name))
                    : ConfigurationPropertyState.ABSENT;
        }

        private ConfigurationPropertyName trueName(ConfigurationPropertyName name) {
            return prefix.append(name.subName(SHARED.getNumberOfElements()));
        }
    }
}
