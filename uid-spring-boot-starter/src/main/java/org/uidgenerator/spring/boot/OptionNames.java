package org.uidgenerator.spring.boot;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The properties, without {@code uid.}, that the options in messages of a builder or a store stand for. */
final class OptionNames {
    /** Those of generators, and of leases, which may speak up when a generator starts. */
    static final OptionNames OF_GENERATORS = ofGenerators("max-wait");

    /** Those of assigners: the same, but the time-out is that of the store. */
    static final OptionNames OF_ASSIGNERS = ofGenerators("worker.redis.timeout");

    static final OptionNames OF_COUNTERS = new OptionNames(
            byOption(
                    "segments.table-name",
                    "segments.unknown-tags",
                    "segments.min-step",
                    "segments.max-step",
                    "segments.step-duration",
                    "segments.max-wait",
                    "segments.store-threads",
                    "segments.redis.accept-data-loss"),
            Map.of(
                    "table", "segments.table-name",
                    "namespace", "segments.namespace",
                    "timeout", "segments.redis.timeout",
                    "replicas", "segments.redis.replicas"));

    /** An option whose value may as well come from a store. */
    static final String WORKER_ID = "workerId";

    private final Map<String, String> distinct;
    private final Map<String, String> common;
    private final Pattern pattern;

    /**
     * Makes names.
     *
     * @param distinct by names that are options wherever they stand, as timeBits
     * @param common by names that are words of the language as well
     */
    private OptionNames(Map<String, String> distinct, Map<String, String> common) {
        this.distinct = distinct;
        this.common = common;
        pattern = Pattern.compile(pattern(String.join("|", distinct.keySet()), String.join("|", common.keySet())));
    }

    private static OptionNames ofGenerators(String timeout) {
        Map<String, String> distinct = new HashMap<>(byOption(
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
                "worker.table-creation",
                "worker.worker-ids",
                "worker.close-timeout",
                "worker.max-clock-skew",
                "worker.lease-file",
                "worker.redis.accept-data-loss"));
        distinct.put(WORKER_ID, "worker.id");
        return new OptionNames(
                distinct,
                Map.ofEntries(
                        Map.entry("layout", "layout.text"),
                        Map.entry("preset", "layout.preset"),
                        Map.entry("epoch", "layout.epoch"),
                        Map.entry("tick", "layout.tick"),
                        Map.entry("ticks", "clock.ticks"),
                        Map.entry("longest", "clock.longest-wait"),
                        Map.entry("namespace", "worker.namespace"),
                        Map.entry("reservation", "worker.reservation"),
                        Map.entry("holder", "worker.holder"),
                        Map.entry("replicas", "worker.redis.replicas"),
                        Map.entry("timeout", timeout)));
    }

    private static Map<String, String> byOption(String... properties) {
        return Stream.of(properties).collect(Collectors.toUnmodifiableMap(OptionNames::option, Function.identity()));
    }

    /** Returns {@code timeBits} for {@code layout.time-bits}. */
    private static String option(String property) {
        return Pattern.compile("-(.)")
                .matcher(property.substring(property.lastIndexOf('.') + 1))
                .replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
    }

    private static String pattern(String distinct, String common) {
        return String.join(
                "|",
                "\\buid\\.(?!generators\\b)(?<property>[a-z-]+(?:\\.[a-z-]+)*)",
                "(?<![\\w.])(?<option>" + distinct + ")(?![\\w(])",
                "(?<![\\w.-])(?<assigned>" + common + ")(?==)",
                "(?<=^|; |^preset and )(?<ruled>" + common + ")(?=(?: and \\w+)? must\\b)",
                "(?<=\\bset |\\braise |\\blower |, or )(?<advised>" + common + ")(?=$|,| to | or )");
    }

    /**
     * Replaces options and names of properties in a message.
     *
     * @param replacement returns what takes the place of a text, given that text and its property without {@code uid.}
     */
    String replaceIn(String message, BinaryOperator<String> replacement) {
        return pattern.matcher(message)
                .replaceAll(
                        found -> Matcher.quoteReplacement(replacement.apply(found.group(), property(found.group()))));
    }

    private String property(String found) {
        return found.startsWith("uid.")
                ? found.substring("uid.".length())
                : distinct.getOrDefault(found, common.getOrDefault(found, found));
    }

    /** Returns the parts of a layout. */
    Stream<String> layout() {
        return Stream.concat(distinct.values().stream(), common.values().stream())
                .filter(property -> property.startsWith("layout."))
                .sorted();
    }
}
