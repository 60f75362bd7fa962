package org.uidgenerator.spring.boot.internal.failures;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;

/**
 * Names the properties that set the options of the builder of a bean, and keeps them in mind. What is called
 * {@code uid.something} is a property already, that of all generators.
 */
public final class PropertyNames implements UnaryOperator<String> {
    private static final String PREFIX = "uid.";

    private final GeneratorProperties properties;
    private final String generator;
    private final BuilderOptions options;
    private final Set<ConfigurationPropertyName> mentioned = new LinkedHashSet<>();

    /**
     * Makes an instance.
     *
     * @param generator the generator whose bean it is, or {@link BeanNames#SHARED}
     * @param options those that its exceptions may name
     */
    public PropertyNames(GeneratorProperties properties, String generator, BuilderOptions options) {
        this.properties = properties;
        this.generator = generator;
        this.options = options;
    }

    /** Returns the property, or the option itself if none sets it. */
    @Override
    public String apply(String option) {
        if (option.startsWith(PREFIX)) {
            return mention(option.substring(PREFIX.length())).toString();
        }
        String property = options.properties().get(option);
        if (property == null) {
            return option;
        }
        ConfigurationPropertyName name = mention(property);
        if (option.equals(BuilderOptions.WHOLE_LAYOUT)) {
            BuilderOptions.OF_LAYOUTS.properties().values().stream().sorted().forEach(this::mention);
        }
        if (option.equals(BuilderOptions.WORKER_ID) && !properties.has(name)) {
            mention("worker.assigner");
            mention("worker.variable");
            return option; // it comes from a store, or from the environment
        }
        return name.toString();
    }

    private ConfigurationPropertyName mention(String property) {
        ConfigurationPropertyName name = properties.nameFor(generator, property);
        mentioned.add(name);
        return name;
    }

    /** Returns a line for each property so far that is set, with its value and where that is from. */
    public List<String> origins() {
        return mentioned.stream()
                .flatMap(name -> properties.describe(name).stream())
                .toList();
    }
}
