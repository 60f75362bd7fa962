package org.uidgenerator.spring.boot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Puts the names of properties into a message of a builder or a store, which speaks of options. */
final class PropertyNames {
    private final GeneratorProperties properties;
    private final MadeBean bean;
    private final OptionNames options;
    private final Set<ConfigurationPropertyName> mentioned = new LinkedHashSet<>();

    PropertyNames(GeneratorProperties properties, MadeBean bean) {
        this.properties = properties;
        this.bean = bean;
        options = switch (bean.kind()) {
            case GENERATOR -> OptionNames.OF_GENERATORS;
            case ASSIGNER -> OptionNames.OF_ASSIGNERS;
            case COUNTERS -> OptionNames.OF_COUNTERS;
        };
    }

    /** Returns a message in which each option is a property. */
    String translate(String message) {
        return options.replaceIn(message, this::translate);
    }

    private String translate(String found, String property) {
        ConfigurationPropertyName name = properties.nameFor(bean.generator(), property);
        if (found.equals(OptionNames.WORKER_ID) && properties.find(name).isEmpty()) {
            return found;
        }
        mentioned.add(name);
        return name.toString();
    }

    /** Adds properties that a message does not name. */
    void mention(String... others) {
        for (String property : others) {
            mentioned.add(properties.nameFor(bean.generator(), property));
        }
    }

    /** Adds the parts of a layout. */
    void mentionLayout() {
        options.layout().forEach(this::mention);
    }

    /** Returns a line for each property so far that is set, with its value and where that is from. */
    List<String> origins() {
        return mentioned.stream()
                .flatMap(name -> properties.find(name).stream()
                        .map(set -> name + "=" + set.getValue()
                                + (set.getOrigin() == null ? "" : " (" + set.getOrigin() + ")")))
                .toList();
    }
}
