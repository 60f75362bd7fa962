package org.uidgenerator.spring.boot.internal.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The properties that set the options which exceptions of a bean's builder name. An option is called as the component
 * of a record that its property is bound to, with a few exceptions. What is called {@code uid.something} is a property
 * already, that of all generators.
 */
final class OptionNames implements UnaryOperator<String> {
    private static final String PREFIX = "uid.";
    private static final String LAYOUT = "layout";
    private static final String LAYOUTS = LAYOUT + ".";
    private static final String LAYOUT_TEXT = LAYOUTS + "text";
    private static final String WORKER_ID = "workerId";

    private static final Map<String, String> OF_GENERATORS = Map.of(
            LAYOUT,
            "layout.text",
            "epoch",
            "layout.epoch-str",
            WORKER_ID,
            "worker.id",
            "workerIds",
            "worker.worker-ids", // a range: .first and .last
            "timeout",
            "max-wait", // of the RejectedTakeBufferHandler
            "clockPolicy",
            "clock.policy",
            "longest",
            "clock.longest-wait");

    private final GeneratorProperties properties;
    private final String generator;
    private final Map<String, String> names;
    private final Set<ConfigurationPropertyName> mentioned = new LinkedHashSet<>();

    /**
     * Begins with no option named.
     *
     * @param store the properties that only its kind of store has, or null
     */
    OptionNames(GeneratorProperties properties, ConfiguredBean bean, @Nullable Class<?> store) {
        this.properties = properties;
        generator = bean.generator();
        names = names(bean.kind(), store);
    }

    /** Returns by option the property that sets it, without {@code uid.}. */
    static Map<String, String> names(ConfiguredBean.Kind kind, @Nullable Class<?> store) {
        Map<String, String> names = new HashMap<>();
        if (kind == ConfiguredBean.Kind.GENERATOR) {
            put(names, store); // its assigner's, because options of the generator itself come first
        }
        switch (kind) {
            case GENERATOR, ASSIGNER -> {
                put(names, UidProperties.class);
                names.putAll(OF_GENERATORS);
            }
            case REMOTE_GENERATOR -> {
                put(names, ClientProperties.class);
                names.putAll(Map.of("maxWait", "max-wait", "httpClient", "client.ssl.bundle"));
            }
            case COUNTERS -> {
                put(names, SegmentProperties.class);
                names.put("httpClient", "segments.remote.ssl.bundle");
            }
        }
        if (kind != ConfiguredBean.Kind.GENERATOR) {
            put(names, store);
        }
        return names;
    }

    private static void put(Map<String, String> names, @Nullable Class<?> record) {
        if (record != null) {
            BoundProperty.of(record)
                    .filter(property -> !property.isGroup())
                    .forEach(property -> names.put(
                            property.component().getName(),
                            property.name().subName(1).toString()));
        }
    }

    /** Returns the property, or the option itself if none sets it. */
    @Override
    public String apply(String option) {
        if (option.startsWith(PREFIX)) {
            return mention(option.substring(PREFIX.length())).toString();
        }
        String property = names.get(option);
        if (property == null) {
            if (option.contains(".")) {
                mentioned.add(ConfigurationPropertyName.of(option)); // a property that is not ours
            }
            return option;
        }
        ConfigurationPropertyName name = mention(property);
        if (option.equals(LAYOUT)) {
            layouts().forEach(this::mention);
        }
        if (option.equals(WORKER_ID) && properties.groups().find(name).isEmpty()) {
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

    private List<String> layouts() {
        return names.values().stream()
                .filter(property -> property.startsWith(LAYOUTS))
                .distinct()
                .sorted()
                .toList();
    }

    /** Mentions all that makes up the layout if a part of it is mentioned, because it does not fit as a whole. */
    void completeLayout() {
        if (mentioned.stream().anyMatch(name -> name.toString().contains("." + LAYOUTS))) {
            layouts().forEach(this::mention);
        }
    }

    /** Returns a line for each property so far that is set, with its value and where that is from. */
    List<String> origins() {
        return describe(mentioned);
    }

    /** Returns a line for each property that would change the layout in {@code uid.layout.text}, if that is named. */
    List<String> besidesLayoutText() {
        ConfigurationPropertyName text = properties.nameFor(generator, LAYOUT_TEXT);
        return mentioned.contains(text)
                ? describe(layouts().stream()
                        .map(property -> properties.nameFor(generator, property))
                        .filter(property -> !property.equals(text))
                        .toList())
                : List.of();
    }

    private List<String> describe(Collection<ConfigurationPropertyName> names) {
        return names.stream()
                .flatMap(name -> properties.groups().describe(name).stream())
                .toList();
    }
}
