package org.uidgenerator.spring.boot;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The options of builders, as their exceptions name them. They are called as the components of the records that the
 * properties are bound to, wherever these lie.
 *
 * @param properties by option the property that sets it, without {@code uid.}
 */
record BuilderOptions(Map<String, String> properties) {
    static final String WORKER_ID = "workerId";
    static final String WHOLE_LAYOUT = "layout";

    static final BuilderOptions NONE = new BuilderOptions(Map.of());

    static final BuilderOptions OF_LAYOUTS =
            of("layout.", UidProperties.Layout.class).and(WHOLE_LAYOUT, "layout.text");

    static final BuilderOptions OF_WORKER_IDS = of("worker.", UidProperties.Worker.class)
            .and(WORKER_ID, "worker.id")
            .and("workerIds", "worker.worker-ids"); // a range: .first and .last

    static final BuilderOptions OF_GENERATORS = of("", UidProperties.class)
            .and("timeout", "max-wait") // of the RejectedTakeBufferHandler
            .and("clockPolicy", "clock.policy")
            .and("longest", "clock.longest-wait")
            .or(OF_LAYOUTS)
            .or(OF_WORKER_IDS);

    static final BuilderOptions OF_COUNTERS = of("segments.", SegmentProperties.class);

    /**
     * Returns the options that the exceptions of a bean may name.
     *
     * @param store those that only its kind of store has
     */
    static BuilderOptions of(ConfiguredBean.Kind kind, BuilderOptions store) {
        return switch (kind) {
            case GENERATOR -> OF_GENERATORS.or(store);
            case ASSIGNER, LEASE_STORE -> store.or(OF_WORKER_IDS).or(OF_LAYOUTS);
            case COUNTERS -> store.or(OF_COUNTERS);
        };
    }

    /**
     * Returns the options that the components of a record stand for.
     *
     * @param prefix what is before the properties, with a dot at its end unless it is empty
     */
    static BuilderOptions of(String prefix, Class<?> properties) {
        Map<String, String> options = new HashMap<>();
        Stream.of(properties.getRecordComponents()).forEach(component -> {
            String property = prefix + PropertyGroups.dashed(component);
            if (component.getType().isRecord()) {
                options.putAll(of(property + ".", component.getType()).properties);
            } else {
                options.put(component.getName(), property);
            }
        });
        return new BuilderOptions(Map.copyOf(options));
    }

    /** Returns these options and one that is called otherwise than its property. */
    private BuilderOptions and(String option, String property) {
        return or(new BuilderOptions(Map.of(option, property)));
    }

    /** Returns these options and others. Where both have one of the same name, it is that of these. */
    BuilderOptions or(BuilderOptions others) {
        Map<String, String> all = new HashMap<>(others.properties);
        all.putAll(properties);
        return new BuilderOptions(Map.copyOf(all));
    }
}
