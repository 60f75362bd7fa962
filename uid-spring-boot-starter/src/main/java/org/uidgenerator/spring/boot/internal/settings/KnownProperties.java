package org.uidgenerator.spring.boot.internal.settings;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * The names below {@code uid}. One that is misspelt is refused: the default would take its place, and that of a layout
 * is for ever.
 */
public final class KnownProperties {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("uid");
    private static final ConfigurationPropertyName GENERATORS = ROOT.append("generators");

    /** Groups whose names users choose. */
    private static final List<ConfigurationPropertyName> GROUPS = List.of(GENERATORS, SegmentTags.TAGS);

    private final List<ConfigurationPropertyName> names;

    /** Those of them that are lists: {@code uid.client.servers[0]}. */
    private final Set<ConfigurationPropertyName> lists = new HashSet<>();

    public KnownProperties(@Nullable ClassLoader classLoader) {
        names = Stream.concat(
                        Stream.of(ROOT.append("enabled"), ROOT.append("primary")),
                        records(classLoader).flatMap(record -> below(prefix(record), record)))
                .toList();
    }

    /** Returns the records that properties are bound to: their components are the names. */
    public static Stream<Class<?>> records(@Nullable ClassLoader classLoader) {
        return Stream.of(
                        Stream.of(
                                UidProperties.class,
                                ClientProperties.class,
                                SegmentProperties.class,
                                PublicIdsProperties.class),
                        StoreProviders.ofLeases(classLoader).stream().map(StoreProvider::properties),
                        StoreProviders.ofCounters(classLoader).stream().map(StoreProvider::properties))
                .flatMap(records -> records);
    }

    private static ConfigurationPropertyName prefix(Class<?> record) {
        ConfigurationProperties bound = record.getAnnotation(ConfigurationProperties.class);
        return ConfigurationPropertyName.of(bound.value());
    }

    private Stream<ConfigurationPropertyName> below(ConfigurationPropertyName prefix, Class<?> properties) {
        return Stream.of(properties.getRecordComponents()).flatMap(component -> named(prefix, component));
    }

    private Stream<ConfigurationPropertyName> named(ConfigurationPropertyName prefix, RecordComponent component) {
        ConfigurationPropertyName name = prefix.append(PropertyGroups.dashed(component));
        if (component.getType() == List.class) {
            lists.add(name);
        }
        return component.getType().isRecord() ? below(name, component.getType()) : Stream.of(name);
    }

    /**
     * Refuses names that nobody reads. Those of environment variables are left alone: they may be meant for others.
     *
     * @throws ConfigurationException if there is one
     */
    public void requireIn(Environment environment, ConfigurableListableBeanFactory beans) {
        PropertyGroups groups = new PropertyGroups(environment);
        List<ConfigurationPropertyName> unknown = new ArrayList<>(
                groups.written(ROOT).filter(name -> !isKnown(name)).distinct().toList());
        if (!unknown.isEmpty()) {
            List<ConfigurationPropertyName> ofOthers = prefixes(beans).toList();
            unknown.removeIf(name -> ofOthers.stream().anyMatch(prefix -> prefix.isAncestorOf(name)));
        }
        if (!unknown.isEmpty()) {
            throw refusal(unknown, groups);
        }
    }

    private boolean isKnown(ConfigurationPropertyName name) {
        if (GENERATORS.isAncestorOf(name)) {
            return name.getNumberOfElements() == 3 || isNamed(shared(name));
        }
        return GROUPS.contains(name) || SegmentTags.TAGS.isAncestorOf(name) || isNamed(name);
    }

    private boolean isNamed(ConfigurationPropertyName name) {
        return names.contains(name) || (name.isLastElementIndexed() && lists.contains(name.getParent()));
    }

    /** Returns the name that a property of one generator has for all. */
    private static ConfigurationPropertyName shared(ConfigurationPropertyName ofOne) {
        return ROOT.append(ofOne.subName(3));
    }

    /** Returns what the names of properties begin with that beans of others are bound to. */
    private Stream<ConfigurationPropertyName> prefixes(ConfigurableListableBeanFactory beans) {
        return Stream.of(beans.getBeanDefinitionNames())
                .map(name -> beans.findAnnotationOnBean(name, ConfigurationProperties.class, false))
                .filter(Objects::nonNull)
                .map(bound -> ConfigurationPropertyName.ofIfValid(bound.prefix()))
                .filter(prefix -> prefix != null && ROOT.isAncestorOf(prefix))
                .filter(prefix -> names.stream().noneMatch(prefix::isAncestorOf));
    }

    private ConfigurationException refusal(List<ConfigurationPropertyName> unknown, PropertyGroups groups) {
        List<String> lines =
                unknown.stream().flatMap(name -> groups.describe(name).stream()).toList();
        List<String> choices = unknown.stream().map(this::choices).distinct().toList();
        return new ConfigurationException("nobody reads " + String.join(", nor ", lines), String.join("\n", choices));
    }

    /** Returns the names that there are in the same group. */
    private String choices(ConfigurationPropertyName unknown) {
        ConfigurationPropertyName name = GENERATORS.isAncestorOf(unknown) ? shared(unknown) : unknown;
        ConfigurationPropertyName group = name.getParent();
        while (!ROOT.equals(group) && names.stream().noneMatch(group::isAncestorOf)) {
            group = group.getParent();
        }
        int size = group.getNumberOfElements();
        ConfigurationPropertyName around = group;
        List<String> there = names.stream()
                .filter(around::isAncestorOf)
                .map(known -> known.getElement(size, ConfigurationPropertyName.Form.DASHED))
                .distinct()
                .sorted()
                .toList();
        return "There are these below " + group + ": " + String.join(", ", there) + ".";
    }
}
