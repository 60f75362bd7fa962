package org.uidgenerator.spring.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;
import org.uidgenerator.spring.metrics.ObjectMeters.Recent;

/**
 * Shows the tags of a generator in a meter registry: {@code uid.segment.available}, {@code .step}, {@code .highest},
 * {@code .ranges} and {@code .failing} for each tag, with the tags {@code generator} and {@code tag}; and
 * {@code uid.segment.tags}, how many tags were used so far and not forgotten.
 *
 * <p>At most {@value #MOST_TAGS} tags have meters of their own, those that were used first. The others share one more.
 * Under the tag {@value #OTHERS}, {@code available}, {@code ranges} and {@code failing} are their sums.
 *
 * <p>A tag gets its meters when {@code uid.segment.tags} is read after the tag was first used, so a scrape shows it
 * from the next one on; the meters of a tag that was forgotten are removed in the same way. All meters read
 * {@link SegmentIdGenerator#status()}, one snapshot for all that are asked within 100 ms, and hold the generator
 * weakly.
 */
public final class SegmentMetrics implements MeterBinder {
    /** How many tags have meters of their own: series cost memory in each registry, and tags may be thousands. */
    public static final int MOST_TAGS = 100;

    /**
     * The value of the tag {@code tag} for all tags without meters of their own. No tag has such a name, since it has a
     * identity.
     */
    public static final String OTHERS = "all others";

    private final SegmentIdGenerator generator;
    private final Tags tags;
    private final LongSupplier nanoTime;

    /**
     * Makes a binder for one generator.
     *
     * @param generator the generator
     * @param name the value of the tag {@code generator}, such as the name of the bean
     */
    public SegmentMetrics(SegmentIdGenerator generator, String name) {
        this(generator, name, System::nanoTime);
    }

    SegmentMetrics(SegmentIdGenerator generator, String name, LongSupplier nanoTime) {
        this.generator = generator;
        tags = Tags.of("generator", name);
        this.nanoTime = nanoTime;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        TagMeters meters = new TagMeters(registry, tags, new Recent<>(SegmentMetrics::statusByTag, nanoTime));
        meters.update(generator);
        new ObjectMeters<>(registry, tags, generator)
                .gauge("uid.segment.tags", "tags", "Tags used so far and not forgotten", meters::update);
    }

    private static Map<String, SegmentStatus> statusByTag(SegmentIdGenerator generator) {
        Map<String, SegmentStatus> byTag = new LinkedHashMap<>();
        generator.status().forEach(status -> byTag.put(status.tag(), status));
        return byTag;
    }

    /** The meters in one registry. It does not hold the generator. */
    private static final class TagMeters {
        private final MeterRegistry registry;
        private final Tags tags;
        private final Recent<SegmentIdGenerator, Map<String, SegmentStatus>> recent;
        private final Map<String, List<Meter>> shown = new HashMap<>();
        private boolean othersShown;

        TagMeters(MeterRegistry registry, Tags tags, Recent<SegmentIdGenerator, Map<String, SegmentStatus>> recent) {
            this.registry = registry;
            this.tags = tags;
            this.recent = recent;
        }

        private ObjectMeters<SegmentIdGenerator> metersOf(SegmentIdGenerator generator, String tag) {
            return new ObjectMeters<>(registry, tags.and("tag", tag), generator);
        }

        /**
         * Registers the meters of tags that are new, and removes those of tags that were forgotten. Returns how many
         * tags there are.
         */
        synchronized int update(SegmentIdGenerator generator) {
            Set<String> used = recent.of(generator).keySet();
            shown.entrySet().removeIf(tag -> !used.contains(tag.getKey()) && remove(tag.getValue()));
            for (String tag : used) {
                if (shown.size() < MOST_TAGS && !shown.containsKey(tag)) {
                    shown.put(tag, register(metersOf(generator, tag), tag));
                }
            }
            if (used.size() > MOST_TAGS && !othersShown) {
                othersShown = true;
                registerSums(metersOf(generator, OTHERS), figure -> from -> sumOfOthers(figure, recent.of(from)));
            }
            return used.size();
        }

        private boolean remove(List<Meter> meters) {
            meters.forEach(registry::remove);
            return true;
        }

        private List<Meter> register(ObjectMeters<SegmentIdGenerator> meters, String tag) {
            Shown ofTag = figure -> from -> {
                SegmentStatus status = recent.of(from).get(tag);
                return status == null ? Double.NaN : figure.applyAsLong(status);
            };
            List<Meter> registered = new ArrayList<>(registerSums(meters, ofTag));
            registered.add(meters.gauge(
                    "uid.segment.step",
                    "uids",
                    "How many numbers the last range was meant to have",
                    ofTag.of(SegmentStatus::step)));
            registered.add(meters.gauge(
                    "uid.segment.highest",
                    null,
                    "Highest number taken from the store",
                    ofTag.of(SegmentStatus::highest)));
            return registered;
        }

        /** Registers the figures whose sum over several tags says something. */
        private static List<Meter> registerSums(ObjectMeters<SegmentIdGenerator> meters, Shown shown) {
            return List.of(
                    meters.gauge(
                            "uid.segment.available",
                            "uids",
                            "Numbers that can be handed out without the store",
                            shown.of(SegmentStatus::available)),
                    meters.counter(
                            "uid.segment.ranges",
                            "ranges",
                            "Ranges taken from the store",
                            shown.of(SegmentStatus::ranges)),
                    meters.gauge(
                            "uid.segment.failing",
                            null,
                            "1 if the store gave no range when it was asked last",
                            shown.of(status -> status.storeFailure() == null ? 0 : 1)));
        }

        private synchronized double sumOfOthers(
                ToLongFunction<SegmentStatus> figure, Map<String, SegmentStatus> byTag) {
            return byTag.values().stream()
                    .filter(status -> !shown.containsKey(status.tag()))
                    .mapToLong(figure)
                    .sum();
        }
    }

    /** A view of the generator by a figure of its status. */
    private interface Shown {
        ToDoubleFunction<SegmentIdGenerator> of(ToLongFunction<SegmentStatus> figure);
    }
}
