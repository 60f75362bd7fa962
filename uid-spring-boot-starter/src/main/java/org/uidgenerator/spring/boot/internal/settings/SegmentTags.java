package org.uidgenerator.spring.boot.internal.settings;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties.Tag;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.text.CounterFormat;
import org.uidgenerator.text.PeriodCounter;

/**
 * The tags that the properties name, {@code uid.segments.tags.<tag>.*}. Bound one by one, because a tag may have
 * nothing set for it, as in {@code uid.segments.tags.orders=}, and its name stays as it is written.
 */
public final class SegmentTags {
    public static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("uid.segments.tags");

    private static final String FIRST = "first";
    private static final String PATTERN = "pattern";

    /** What says how a counter is created. */
    private static final List<String> CREATION = List.of(FIRST, "max", "step", "description");

    private final Map<String, Named> tags = new LinkedHashMap<>();

    /**
     * A tag with its properties.
     *
     * @param property what the names of its properties begin with
     * @param format the pattern that was read
     */
    private record Named(
            ConfigurationPropertyName property,
            Tag set,
            @Nullable CounterFormat format) {
        boolean hasPeriods() {
            return format != null && format.hasPeriods();
        }
    }

    /**
     * Reads the properties.
     *
     * @throws InvalidConfigurationPropertyValueException if a tag itself has a value, its pattern is none, or a
     *     property has no effect because of what else is set or missing
     * @throws BindException if a value is not of the type of its property
     */
    public SegmentTags(Environment environment) {
        PropertyGroups groups = new PropertyGroups(environment);
        Binder binder = Binder.get(environment);
        for (ConfigurationPropertyName tag : groups.below(TAGS)) {
            groups.requireEmpty(tag, "It must be empty or have properties, such as " + tag.append(FIRST) + "=1");
            Tag set = binder.bindOrCreate(tag, Bindable.of(Tag.class), new UidBindHandler(BindHandler.DEFAULT));
            Named named = new Named(tag, set, format(tag, set.pattern()));
            requireEffect(named, groups);
            tags.put(PropertyGroups.spelling(tag), named);
        }
    }

    private static @Nullable CounterFormat format(ConfigurationPropertyName tag, @Nullable String pattern) {
        try {
            return pattern == null ? null : CounterFormat.of(pattern);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(
                    tag.append(PATTERN).toString(), pattern, String.valueOf(e.getMessage()));
        }
    }

    private static void requireEffect(Named named, PropertyGroups groups) {
        ConfigurationPropertyName tag = named.property;
        if (named.hasPeriods()) {
            CREATION.forEach(name -> groups.requireEmpty(
                    tag.append(name),
                    "Each period of a pattern with a time has a counter of its own, which begins at 1"));
            return;
        }
        groups.requireEmpty(
                tag.append("zone"),
                "It is for a pattern with a time, such as " + tag.append(PATTERN) + "=T{yyMMdd}{counter:5}");
        if (named.set.first() == null) {
            CREATION.forEach(name -> groups.requireEmpty(
                    tag.append(name),
                    "It is for a counter that is created, so " + tag.append(FIRST) + " must be set, too"));
        }
    }

    /** Returns the tags with the types of their beans, in the order of the properties. */
    public Map<String, Class<?>> beans() {
        Map<String, Class<?>> beans = new LinkedHashMap<>();
        tags.forEach((tag, named) -> beans.put(tag, named.format == null ? SegmentTag.class : BusinessNumbers.class));
        return beans;
    }

    /** Returns the tags that have one counter, of the same name, and not one for each period. */
    public String[] ofOneCounter() {
        return tags.entrySet().stream()
                .filter(tag -> !tag.getValue().hasPeriods())
                .map(Map.Entry::getKey)
                .toArray(String[]::new);
    }

    /**
     * Makes the numbers that the pattern of a tag writes.
     *
     * @throws IllegalArgumentException if the tag is no name of such numbers
     * @throws InvalidConfigurationPropertyValueException if the tag has no pattern any more
     */
    public BusinessNumbers numbers(String tag, PeriodCounter counter) {
        Named named = tags.get(tag);
        if (named == null || named.format == null) {
            throw new InvalidConfigurationPropertyValueException(
                    TAGS + "." + tag + "." + PATTERN, null, "It must be set, as it was when the image was built");
        }
        ZoneId zone = named.set.zone();
        try {
            return new BusinessNumbers(tag, named.format, zone == null ? ZoneId.systemDefault() : zone, counter);
        } catch (IllegalArgumentException e) {
            throw refused(named, e);
        }
    }

    /**
     * Checks that a store can have the counters of all periods.
     *
     * @throws OptionException if there are patterns with a time, and the store creates no counters of unknown tags
     */
    public void requireCounters(UnknownTags unknownTags) {
        tags.values().stream()
                .filter(named -> named.hasPeriods() && unknownTags != UnknownTags.CREATE)
                .findFirst()
                .ifPresent(named -> {
                    throw new OptionException(
                            "unknownTags",
                            unknownTags,
                            OptionText.of(
                                    "must be create, because each period of %s has a tag of its own",
                                    OptionText.option(
                                            named.property.append(PATTERN).toString())));
                });
    }

    /**
     * Creates the counters that begin somewhere, unless they are there.
     *
     * @param store where they are, asked if there is such a counter
     * @throws IllegalArgumentException if a tag or a number is none, or the store creates no counters or none with more
     *     than a first number
     * @throws UidGenerateException if the store does not answer, or is not ready for what is set
     */
    public void createIn(Supplier<SegmentStore> store) {
        tags.forEach((name, named) -> {
            Long first = named.set.first();
            if (first != null) {
                create(store.get(), name, named, first);
            }
        });
    }

    private static void create(SegmentStore store, String tag, Named named, long first) {
        try {
            store.create(tag, settings(first, named.set));
        } catch (OptionException e) {
            throw new OptionException(named.property.append(e.option()).toString(), e.value(), e.rule(), e);
        } catch (IllegalArgumentException e) {
            throw refused(named, e);
        } catch (UnsupportedOperationException e) {
            throw new OptionException(
                    named.property.append(FIRST).toString(),
                    first,
                    OptionText.of("must not be set, because %s", e.getMessage()),
                    e);
        } catch (StoreException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no counter of tag %s in %s: %s", tag, store, e.getMessage()), e);
        }
    }

    private static IllegalArgumentException refused(Named named, IllegalArgumentException e) {
        return new IllegalArgumentException(named.property + ": " + e.getMessage(), e);
    }

    private static CounterSettings settings(long first, Tag more) {
        CounterSettings settings = CounterSettings.startingAt(first);
        settings = more.max() == null ? settings : settings.max(more.max());
        settings = more.step() == null ? settings : settings.step(more.step());
        return more.description() == null ? settings : settings.description(more.description());
    }
}
