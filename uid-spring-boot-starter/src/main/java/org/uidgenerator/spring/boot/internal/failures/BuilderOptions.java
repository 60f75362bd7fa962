package org.uidgenerator.spring.boot.internal.failures;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.settings.ClientProperties;
import org.uidgenerator.spring.boot.internal.settings.ConfiguredBean;
import org.uidgenerator.spring.boot.internal.settings.PropertyGroups;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * The options of builders, as their exceptions name them. They are called as the components of the records that the
 * properties are bound to, wherever these lie.
 *
 * @param properties by option the property that sets it, without {@code uid.}
 */
public record BuilderOptions(Map<String, String> properties) {
    public static final String WORKER_ID = "workerId";
    public static final String WHOLE_LAYOUT = "layout";

    public static final BuilderOptions NONE = new BuilderOptions(Map.of());

    public static final BuilderOptions OF_LAYOUTS = of("layout.", UidProperties.Layout.class)
            .and(WHOLE_LAYOUT, "layout.text")
            .and("epoch", "layout.epoch-str");

    public static final BuilderOptions OF_WORKER_IDS = of("worker.", UidProperties.Worker.class)
            .and(WORKER_ID, "worker.id")
            .and("workerIds", "worker.worker-ids"); // a range: .first and .last

    public static final BuilderOptions OF_GENERATORS = of("", UidProperties.class)
            .and("timeout", "max-wait") // of the RejectedTakeBufferHandler
            .and("clockPolicy", "clock.policy")
            .and("longest", "clock.longest-wait")
            .or(OF_LAYOUTS)
            .or(OF_WORKER_IDS);

    public static final BuilderOptions OF_REMOTE_GENERATORS =
            of("client.", ClientProperties.class).and("maxWait", "max-wait").and("httpClient", "client.ssl.bundle");

    public static final BuilderOptions OF_COUNTERS =
            of("segments.", SegmentProperties.class).and("httpClient", "segments.remote.ssl.bundle");

    /**
     * Returns the options that the exceptions of a bean may name.
     *
     * @param store those that only its kind of store has
     */
    public static BuilderOptions of(ConfiguredBean.Kind kind, BuilderOptions store) {
        return switch (kind) {
            case GENERATOR -> OF_GENERATORS.or(store);
            case REMOTE_GENERATOR -> OF_REMOTE_GENERATORS;
            case ASSIGNER, LEASE_STORE -> store.or(OF_WORKER_IDS).or(OF_LAYOUTS);
            case COUNTERS -> store.or(OF_COUNTERS);
        };
    }

    /** Returns the options that only one kind of store has. */
    public static BuilderOptions of(StoreProviders<? extends StoreProvider<?>> providers, String store) {
        StoreProvider<?> provider = providers.named(store);
        return of(providers.prefix(provider).substring("uid.".length()) + ".", provider.properties());
    }

    /**
     * Returns the options that the components of a record stand for.
     *
     * @param prefix what is before the properties, with a dot at its end unless it is empty
     */
    public static BuilderOptions of(String prefix, Class<?> properties) {
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
    public BuilderOptions or(BuilderOptions others) {
        Map<String, String> all = new HashMap<>(others.properties);
        all.putAll(properties);
        return new BuilderOptions(Map.copyOf(all));
    }
}
