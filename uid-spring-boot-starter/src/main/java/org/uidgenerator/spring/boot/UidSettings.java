package org.uidgenerator.spring.boot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/**
 * Which generators there are and what is set for each: what {@code uid.generators.<name>.*} does not say, {@code uid.*} says.
 */
final class UidSettings {
    private static final String SHARED = "uid";
    private static final String ONLY_GENERATOR = "uidGenerator";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private final Environment environment;

    UidSettings(Environment environment) {
        this.environment = environment;
    }

    /**
     * Returns the names of the generators, those of their beans.
     *
     * @throws IllegalArgumentException if a name is not plain
     */
    Set<String> generators() {
        Set<String> names = Binder.get(environment)
                .bind("uid.generators", Bindable.mapOf(String.class, Object.class))
                .map(generators -> (Set<String>) new LinkedHashSet<>(generators.keySet()))
                .orElse(Set.of(ONLY_GENERATOR));
        names.forEach(UidSettings::requirePlain);
        return names;
    }

    private static void requirePlain(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name in uid.generators.<name> must be letters, digits, - and _: name=" + name);
        }
    }

    /** Returns whether a generator has worker ids from a source of its own. */
    boolean hasOwnWorker(String generator) {
        return ownWorker(generator).isBound();
    }

    /**
     * Returns the generators that have the worker id which is set for all. Two of them would give the same UIDs, so whoever
     * wants that says so for each.
     */
    List<String> sharingWorkerId() {
        if (!Assigner.of(shared().worker()).givesOneWorkerId()) {
            return List.of();
        }
        return generators().stream()
                .filter(generator -> !ownWorker(generator).map(Assigner::isSaid).orElse(false))
                .toList();
    }

    private BindResult<UidProperties.Worker> ownWorker(String generator) {
        return Binder.get(environment).bind(prefix(generator) + ".worker", Bindable.of(UidProperties.Worker.class));
    }

    /** Returns what the generators have in common. */
    UidProperties shared() {
        return bind(Stream.of(SHARED));
    }

    /** Returns what is set for a generator. */
    UidProperties of(String generator) {
        return bind(Stream.of(prefix(generator), SHARED));
    }

    /** Names of properties have one spelling for all that mean the same. */
    private static String prefix(String generator) {
        return "uid.generators." + generator.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private UidProperties bind(Stream<String> prefixes) {
        List<ConfigurationPropertySource> sources =
                prefixes.flatMap(this::below).toList();
        return new Binder(sources, new PropertySourcesPlaceholdersResolver(environment))
                .bindOrCreate("", Bindable.of(UidProperties.class));
    }

    private Stream<ConfigurationPropertySource> below(String prefix) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.withPrefix(prefix));
    }

    /** Passes on what was set. */
    static <T> void ifSet(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
