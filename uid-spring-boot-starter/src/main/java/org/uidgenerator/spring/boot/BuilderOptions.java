package org.uidgenerator.spring.boot;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of a builder, as its exceptions name them.
 *
 * @param properties by option the property that sets it, without {@code uid.}
 */
record BuilderOptions(Map<String, String> properties) {
    static final String WORKER_ID = "workerId";
    static final String WHOLE_LAYOUT = "layout";

    static final BuilderOptions LAYOUT = in("layout.")
            .with(
                    "preset",
                    "total-bits",
                    "time-bits",
                    "worker-bits",
                    "seq-bits",
                    "data-center-bits",
                    "field-order",
                    "epoch",
                    "epoch-str",
                    "tick")
            .and(WHOLE_LAYOUT, "layout.text");

    static final BuilderOptions CACHED = in("").with(
                    "boost-power", "padding-factor", "schedule-interval", "max-borrow", "max-staleness", "ordering")
            .and("timeout", "max-wait"); // of its RejectedTakeBufferHandler

    static final BuilderOptions UNBUFFERED =
            in("").with("max-borrow", "max-wait", "sequence-start", "overflow").and("clockPolicy", "clock.policy");

    static final BuilderOptions CLOCK_POLICY =
            in("clock.").with("ticks", "extension-bits").and("longest", "clock.longest-wait");

    static final BuilderOptions STATIC_WORKER_ID =
            in("worker.").with("restart-gap").and(WORKER_ID, "worker.id");

    static final BuilderOptions DATA_CENTER = in("worker.").with("data-center-id");

    static final BuilderOptions LEASES =
            in("worker.").with("worker-ids", "reservation", "close-timeout", "max-clock-skew", "holder", "lease-file");

    static final BuilderOptions WORKER_TABLES = in("worker.").with("table-name", "table-creation");

    static final BuilderOptions LEASE_STORES = in("worker.").with("namespace");

    static final BuilderOptions REDIS_LEASES = in("worker.redis.").with("timeout", "replicas", "accept-data-loss");

    static final BuilderOptions COUNTERS =
            in("segments.").with("min-step", "max-step", "step-duration", "max-wait", "store-threads");

    static final BuilderOptions COUNTER_TABLES = in("segments.").with("table-name", "unknown-tags", "table-creation");

    static final BuilderOptions REDIS_COUNTERS = in("segments.redis.")
            .with("timeout", "replicas", "accept-data-loss")
            .and("namespace", "segments.namespace")
            .and("unknownTags", "segments.unknown-tags");

    static final BuilderOptions OF_ASSIGNERS =
            of(LAYOUT, STATIC_WORKER_ID, DATA_CENTER, LEASES, LEASE_STORES, WORKER_TABLES, REDIS_LEASES);

    static final BuilderOptions OF_GENERATORS = of(CACHED, UNBUFFERED, CLOCK_POLICY, OF_ASSIGNERS);

    static final BuilderOptions OF_COUNTERS = of(COUNTERS, COUNTER_TABLES, REDIS_COUNTERS);

    private static Prefix in(String prefix) {
        return new Prefix(prefix);
    }

    /** What the properties of a builder begin with. */
    private record Prefix(String prefix) {
        /** Returns the options whose properties are called as they are, with dashes. */
        BuilderOptions with(String... names) {
            return new BuilderOptions(Stream.of(names)
                    .collect(Collectors.toUnmodifiableMap(BuilderOptions::option, name -> prefix + name)));
        }
    }

    /** Returns {@code timeBits} for {@code time-bits}. */
    private static String option(String name) {
        return Pattern.compile("-(.)")
                .matcher(name)
                .replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
    }

    /** Returns these options and one more. */
    private BuilderOptions and(String option, String property) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(option, property);
        return new BuilderOptions(Map.copyOf(more));
    }

    /** Returns the properties of several builders. Where two have an option of the same name, it is the first one's. */
    private static BuilderOptions of(BuilderOptions... builders) {
        return new BuilderOptions(Stream.of(builders)
                .flatMap(builder -> builder.properties.entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, Map.Entry::getValue, (first, second) -> first)));
    }
}
