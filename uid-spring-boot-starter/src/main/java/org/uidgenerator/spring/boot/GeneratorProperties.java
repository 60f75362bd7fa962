package org.uidgenerator.spring.boot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** Which generators the properties name, and what they say of each: {@code uid.generators.<name>.*} before {@code uid.*}. */
final class GeneratorProperties {
    private static final String SHARED = "uid";
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
     * @throws IllegalArgumentException if a name is not plain
     */
    Set<String> generators() {
        named.forEach(GeneratorProperties::requirePlain);
        return named.isEmpty() ? Set.of(ONLY_GENERATOR) : named;
    }

    private static void requirePlain(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name in uid.generators.<name> must be letters, digits, - and _: name=" + name);
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
        return Binder.get(environment).bind(prefix(generator) + ".worker", Bindable.of(UidProperties.Worker.class));
    }

    /** Returns what the generators have in common. */
    <T> T shared(Class<T> properties) {
        return bind(Stream.of(SHARED), properties);
    }

    /** Returns what is set for a generator. */
    <T> T of(String generator, Class<T> properties) {
        return isNamed(generator) ? bind(Stream.of(prefix(generator), SHARED), properties) : shared(properties);
    }

    /** Names of properties have one spelling for all that mean the same. */
    private static String prefix(String generator) {
        return "uid.generators." + generator.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private <T> T bind(Stream<String> prefixes, Class<T> properties) {
        List<ConfigurationPropertySource> sources =
                prefixes.flatMap(this::below).toList();
        return new Binder(sources, new PropertySourcesPlaceholdersResolver(environment))
                .bindOrCreate("", Bindable.of(properties));
    }

    private Stream<ConfigurationPropertySource> below(String prefix) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.withPrefix(prefix));
    }
}
