package org.uidgenerator.spring.boot.internal.settings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/**
 * The names below {@code uid}. One that is misspelt is refused: the default would take its place, and that of a layout
 * is for ever.
 */
public final class KnownProperties {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("uid");
    private static final ConfigurationPropertyName GENERATORS = ROOT.append("generators");

    /** Groups of the starter whose names users choose. */
    private static final List<ConfigurationPropertyName> GROUPS = List.of(GENERATORS, SegmentTags.TAGS);

    private final List<ConfigurationPropertyName> names =
            new ArrayList<>(List.of(ROOT.append("enabled"), ROOT.append("primary")));

    /** Those of them that are lists: {@code uid.client.servers[0]}. */
    private final Set<ConfigurationPropertyName> lists = new HashSet<>();

    /**
     * Maps of others to records: {@code uid.server.clients}. The names below are those of one record, without its key.
     */
    private final Set<ConfigurationPropertyName> maps = new HashSet<>();

    /** The prefixes of names that no record lists: those of beans, and of maps to single values. */
    private final Set<ConfigurationPropertyName> unlisted = new HashSet<>();

    public KnownProperties(@Nullable ClassLoader classLoader) {
        BoundProperty.all(classLoader).forEach(this::add);
    }

    private void add(BoundProperty property) {
        Class<?> value = property.valueOfMap();
        if (value == null && !property.isGroup()) {
            names.add(property.name());
            if (property.isList()) {
                lists.add(property.name());
            }
        } else if (value != null && value.isRecord()) {
            maps.add(property.name());
            BoundProperty.of(property.name(), value).forEach(this::add);
        } else if (value != null) {
            unlisted.add(property.name());
        }
    }

    /**
     * Refuses names that nobody reads. Those of environment variables are left alone: they may be meant for others.
     *
     * @throws ConfigurationException if there is one
     */
    public void requireIn(Environment environment, ConfigurableListableBeanFactory beans) {
        PropertyGroups groups = new PropertyGroups(environment);
        List<ConfigurationPropertyName> unknown =
                groups.written(ROOT).filter(name -> !isKnown(name)).distinct().toList();
        if (!unknown.isEmpty()) {
            addNamesOfOthers(beans);
            unknown = unknown.stream().filter(name -> !isKnown(name)).toList();
        }
        if (!unknown.isEmpty()) {
            throw refusal(unknown, groups);
        }
    }

    private boolean isKnown(ConfigurationPropertyName name) {
        if (GENERATORS.isAncestorOf(name)) {
            return name.getNumberOfElements() == 3 || isNamed(shared(name));
        }
        return GROUPS.contains(name)
                || SegmentTags.TAGS.isAncestorOf(name)
                || isNamed(withoutKey(name))
                || unlisted.stream().anyMatch(prefix -> prefix.isAncestorOf(name));
    }

    private boolean isNamed(ConfigurationPropertyName name) {
        return names.contains(name) || (name.isLastElementIndexed() && lists.contains(name.getParent()));
    }

    /** Returns the name that a property of one generator has for all. */
    private static ConfigurationPropertyName shared(ConfigurationPropertyName ofOne) {
        return ROOT.append(ofOne.subName(3));
    }

    /** Returns a name below a map as if the map were one of its records. */
    private ConfigurationPropertyName withoutKey(ConfigurationPropertyName name) {
        return maps.stream()
                .filter(map -> map.isAncestorOf(name))
                .findFirst()
                .map(map -> map.append(name.subName(map.getNumberOfElements() + 1)))
                .orElse(name);
    }

    /** Adds the names below {@code uid} that beans of others are bound to. */
    private void addNamesOfOthers(ConfigurableListableBeanFactory beans) {
        List<ConfigurationPropertyName> own = List.copyOf(names);
        for (String bean : beans.getBeanDefinitionNames()) {
            ConfigurationProperties bound = beans.findAnnotationOnBean(bean, ConfigurationProperties.class, false);
            ConfigurationPropertyName prefix =
                    bound == null ? null : ConfigurationPropertyName.ofIfValid(bound.prefix());
            if (prefix == null || !ROOT.isAncestorOf(prefix) || own.stream().anyMatch(prefix::isAncestorOf)) {
                continue;
            }
            Class<?> type = beans.getType(bean, false);
            if (type != null && type.isRecord()) {
                BoundProperty.of(prefix, type).forEach(this::add);
            } else {
                unlisted.add(prefix);
            }
        }
    }

    private ConfigurationException refusal(List<ConfigurationPropertyName> unknown, PropertyGroups groups) {
        List<String> lines =
                unknown.stream().flatMap(name -> groups.describe(name).stream()).toList();
        List<String> choices = unknown.stream().map(this::choices).distinct().toList();
        return new ConfigurationException("nobody reads " + String.join(", nor ", lines), String.join("\n", choices));
    }

    /** Returns the names that there are in the same group. */
    private String choices(ConfigurationPropertyName unknown) {
        ConfigurationPropertyName name = GENERATORS.isAncestorOf(unknown) ? shared(unknown) : withoutKey(unknown);
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
