package org.uidgenerator.spring.boot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Puts the names of properties into a message of a builder or a store, which speaks of options. */
final class PropertyNames {
    /** Each is an option by the last part of its name, as timeBits, and one in camel case is meant wherever it stands. */
    private static final Map<String, String> DISTINCT = byOption(
            "layout.total-bits",
            "layout.time-bits",
            "layout.worker-bits",
            "layout.seq-bits",
            "layout.data-center-bits",
            "layout.field-order",
            "layout.epoch-str",
            "boost-power",
            "padding-factor",
            "schedule-interval",
            "max-borrow",
            "max-staleness",
            "max-wait",
            "clock.extension-bits",
            "worker.data-center-id",
            "worker.restart-gap",
            "worker.table-name",
            "worker.schema-name",
            "worker.table-creation",
            "worker.worker-ids",
            "worker.store-timeout",
            "worker.max-clock-skew",
            "worker.lease-file",
            "worker.redis.accept-data-loss");

    /** These are words of the language as well. */
    private static final Map<String, String> COMMON = Map.ofEntries(
            Map.entry("layout", "layout.text"),
            Map.entry("preset", "layout.preset"),
            Map.entry("epoch", "layout.epoch"),
            Map.entry("tick", "layout.tick"),
            Map.entry("ticks", "clock.ticks"),
            Map.entry("longest", "clock.longest-wait"),
            Map.entry("namespace", "worker.namespace"),
            Map.entry("reservation", "worker.reservation"),
            Map.entry("holder", "worker.holder"),
            Map.entry("replicas", "worker.redis.replicas"));

    /** An option of a worker id that is set, which may as well come from elsewhere. */
    private static final String WORKER_ID = "workerId";

    private static final String TIMEOUT = "timeout";

    private static final Pattern NAME = Pattern.compile(names());

    private final GeneratorProperties properties;
    private final MadeBean bean;
    private final Set<ConfigurationPropertyName> mentioned = new LinkedHashSet<>();

    PropertyNames(GeneratorProperties properties, MadeBean bean) {
        this.properties = properties;
        this.bean = bean;
    }

    private static Map<String, String> byOption(String... properties) {
        return Stream.of(properties).collect(Collectors.toUnmodifiableMap(PropertyNames::option, Function.identity()));
    }

    /** Returns {@code timeBits} for {@code layout.time-bits}. */
    private static String option(String property) {
        return Pattern.compile("-(.)")
                .matcher(property.substring(property.lastIndexOf('.') + 1))
                .replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
    }

    private static String names() {
        String distinct = String.join("|", DISTINCT.keySet()) + "|" + WORKER_ID;
        String common = String.join("|", COMMON.keySet()) + "|" + TIMEOUT;
        return String.join(
                "|",
                "\\buid\\.(?!generators\\b)(?<property>[a-z-]+(?:\\.[a-z-]+)*)",
                "(?<![\\w.])(?<option>" + distinct + ")(?![\\w(])",
                "(?<![\\w.-])(?<assigned>" + common + ")(?==)",
                "(?<=^|; |^preset and )(?<ruled>" + common + ")(?=(?: and \\w+)? must\\b)",
                "(?<=\\bset |\\braise |\\blower |, or )(?<advised>" + common + ")(?=$|,| to | or )");
    }

    /** Returns a message in which each option is a property. */
    String translate(String message) {
        return NAME.matcher(message).replaceAll(found -> Matcher.quoteReplacement(translate(found)));
    }

    private String translate(MatchResult found) {
        String property = property(found);
        if (property == null) {
            return found.group();
        }
        ConfigurationPropertyName name = properties.nameFor(bean.generator(), property);
        mentioned.add(name);
        return name.toString();
    }

    private @Nullable String property(MatchResult found) {
        if (found.group().startsWith("uid.")) {
            return found.group().substring("uid.".length());
        }
        String option = found.group();
        if (option.equals(TIMEOUT)) {
            return bean.isAssigner() ? "worker.redis.timeout" : "max-wait";
        }
        if (option.equals(WORKER_ID)) {
            return properties
                            .find(properties.nameFor(bean.generator(), "worker.id"))
                            .isPresent()
                    ? "worker.id"
                    : null;
        }
        return DISTINCT.getOrDefault(option, COMMON.get(option));
    }

    /** Adds properties that a message does not name. */
    void mention(String... others) {
        for (String property : others) {
            mentioned.add(properties.nameFor(bean.generator(), property));
        }
    }

    /** Adds the parts of a layout. */
    void mentionLayout() {
        Stream.concat(DISTINCT.values().stream(), COMMON.values().stream())
                .filter(property -> property.startsWith("layout."))
                .sorted()
                .forEach(this::mention);
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
