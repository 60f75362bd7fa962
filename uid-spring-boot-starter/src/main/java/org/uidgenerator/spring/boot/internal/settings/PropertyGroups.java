package org.uidgenerator.spring.boot.internal.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The properties that are set, among them groups whose names users choose, as {@code uid.generators.<name>.*}. */
public record PropertyGroups(Environment environment) {
    private static final Set<String> SECRETS = Set.of("key", "password", "token", "url");

    /** What Kubernetes sets in each container for a service whose name is that of a group, as for uid-generators. */
    private static final Pattern SERVICE_LINK = Pattern.compile("service\\.(host|port.*)|port(\\[[0-9].*)?");

    /**
     * Returns the groups below a prefix, each by the name that its properties begin with. Names that are the same to
     * Boot are one, spelled as in a file rather than as in an environment variable, which has neither case nor dashes.
     *
     * @throws InvalidConfigurationPropertyValueException if the prefix itself has a value
     */
    public List<ConfigurationPropertyName> below(ConfigurationPropertyName prefix) {
        requireEmpty(prefix, "Each name is a property of its own, such as " + prefix + ".orders=");
        return properties(prefix)
                .map(property -> property.chop(prefix.getNumberOfElements() + 1))
                .distinct()
                .toList();
    }

    /** Returns the last part of a name, as it is written. */
    public static String spelling(ConfigurationPropertyName name) {
        return name.getLastElement(Form.ORIGINAL);
    }

    /**
     * Refuses a value.
     *
     * @throws InvalidConfigurationPropertyValueException if a property has a value that is not empty
     */
    public void requireEmpty(ConfigurationPropertyName name, String reason) {
        sources()
                .map(source -> source.getConfigurationProperty(name))
                .filter(property ->
                        property != null && !property.getValue().toString().isEmpty())
                .findFirst()
                .ifPresent(property -> {
                    throw new InvalidConfigurationPropertyValueException(name.toString(), property.getValue(), reason);
                });
    }

    /** Returns the properties below a name as often as they are set elsewhere than in environment variables. */
    Stream<Written> written(ConfigurationPropertyName prefix) {
        return sources()
                .filter(source -> !holdsVariables(source))
                .map(ConfigurationPropertySource::getUnderlyingSource)
                .flatMap(source -> source instanceof EnumerablePropertySource<?> names
                        ? Stream.of(names.getPropertyNames()).map(text -> new Written(names, text))
                        : Stream.empty())
                .filter(set -> prefix.isAncestorOf(set.name()));
    }

    /**
     * A property as it is written. To Boot, names that differ in case, dashes and underscores are one, and it drops all
     * other characters of a part that is not in brackets.
     */
    record Written(EnumerablePropertySource<?> source, String text) {
        /** A part in brackets, or else the text of one of which Boot drops characters. */
        private static final Pattern PART = Pattern.compile("\\[[^]]*]|\\.(-[^.\\[]*|[^.\\[]*[^.\\[\\w-][^.\\[]*)");

        ConfigurationPropertyName name() {
            return ConfigurationPropertyName.adapt(text, '.');
        }

        /** Returns the text with brackets around parts of which Boot drops characters without them. */
        String inBrackets() {
            return PART.matcher(text).replaceAll(part -> part.group(1) == null ? "$0" : "[$1]");
        }

        @Override
        public String toString() {
            return describe(
                    text,
                    new ConfigurationProperty(
                            name(), String.valueOf(source.getProperty(text)), PropertySourceOrigin.get(source, text)));
        }
    }

    /**
     * {@return the number of the source in which a property, or one below it, is set: the less the more it counts;
     * {@link Integer#MAX_VALUE} if it is not set}
     */
    public int placeOf(ConfigurationPropertyName name) {
        List<ConfigurationPropertySource> sources = sources().toList();
        return IntStream.range(0, sources.size())
                .filter(place -> isSetIn(sources.get(place), name))
                .findFirst()
                .orElse(Integer.MAX_VALUE);
    }

    /** Returns whether a property, or one below it, is set. */
    boolean isSet(ConfigurationPropertyName name) {
        return placeOf(name) < Integer.MAX_VALUE;
    }

    private static boolean isSetIn(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        return source.getConfigurationProperty(name) != null
                || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT;
    }

    /** Returns the value of a property, and where it is set. */
    public Optional<ConfigurationProperty> find(ConfigurationPropertyName name) {
        return sources()
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * Returns a property with its value, unless that is a secret, and where it is set, for messages; those below it if
     * it is only what their names begin with, and nothing if none is set.
     */
    public List<String> describe(ConfigurationPropertyName name) {
        return find(name)
                .map(set -> List.of(describe(set)))
                .orElseGet(() -> properties(name)
                        .distinct()
                        .flatMap(below -> describe(below).stream())
                        .toList());
    }

    static String describe(ConfigurationProperty set) {
        return describe(set.getName().toString(), set);
    }

    static String describe(String name, ConfigurationProperty set) {
        return name + "=" + (SECRETS.contains(set.getName().getLastElement(Form.UNIFORM)) ? "******" : set.getValue())
                + (set.getOrigin() == null ? "" : " (" + set.getOrigin() + ")");
    }

    /** Returns the properties below a name; one that several sources set may come several times. */
    public Stream<ConfigurationPropertyName> properties(ConfigurationPropertyName prefix) {
        return names(sources().sorted(Comparator.comparing(PropertyGroups::holdsVariables)), prefix);
    }

    static Stream<ConfigurationPropertyName> names(
            Stream<ConfigurationPropertySource> sources, ConfigurationPropertyName prefix) {
        return sources.filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source)
                        .stream()
                                .filter(prefix::isAncestorOf)
                                .filter(name -> !(holdsVariables(source) && isServiceLink(name, prefix))));
    }

    private static boolean isServiceLink(ConfigurationPropertyName name, ConfigurationPropertyName prefix) {
        String below = name.subName(prefix.getNumberOfElements()).toString();
        return SERVICE_LINK.matcher(below).matches();
    }

    /** Returns where properties are set, the first one that has a property before the others. */
    public Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }

    private static boolean holdsVariables(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }
}
