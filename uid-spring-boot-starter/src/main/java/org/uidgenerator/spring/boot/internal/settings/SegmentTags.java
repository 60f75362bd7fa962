package org.uidgenerator.spring.boot.internal.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentStoreException;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties.Tag;

/**
 * The tags that the properties name, {@code uid.segments.tags.<tag>.*}. Read by hand, because a tag may have nothing
 * set for it, as in {@code uid.segments.tags.orders=}, and its name stays as it is written.
 */
public final class SegmentTags {
    public static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("uid.segments.tags");
    private static final String FIRST = "first";

    /** What says more of a counter that is created. */
    private static final List<String> MORE = List.of("max", "step", "description");

    private final Map<String, Named> tags = new LinkedHashMap<>();

    /**
     * What is set for a tag.
     *
     * @param property what the names of its properties begin with
     */
    private record Named(ConfigurationPropertyName property, Tag tag) {}

    /**
     * Reads the properties.
     *
     * @throws InvalidConfigurationPropertyValueException if anything else is set for a tag than it has, or only what
     *     needs {@code first}
     * @throws BindException if {@code first}, {@code max} or {@code step} is not a number
     */
    public SegmentTags(Environment environment) {
        PropertyGroups groups = new PropertyGroups(environment);
        Binder binder = Binder.get(environment);
        for (ConfigurationPropertyName tag : groups.below(TAGS)) {
            ConfigurationPropertyName first = tag.append(FIRST);
            groups.requireEmpty(tag, "It must be empty or have the property first, as " + first + "=1");
            groups.properties(tag)
                    .filter(property -> !property.equals(first)
                            && MORE.stream().noneMatch(name -> property.equals(tag.append(name))))
                    .forEach(property -> groups.requireEmpty(
                            property,
                            "A tag has the properties first, max, step and description only. Brackets are around one with dots: "
                                    + TAGS + "[shop.orders].first=1"));
            if (groups.find(first).isEmpty()) {
                MORE.forEach(name -> groups.requireEmpty(
                        tag.append(name), "It is for a counter that is created, so " + first + " must be set, too"));
            }
            tags.put(
                    PropertyGroups.spelling(tag),
                    new Named(
                            tag,
                            new Tag(
                                    bind(binder, first, Long.class),
                                    bind(binder, tag.append("max"), Long.class),
                                    bind(binder, tag.append("step"), Long.class),
                                    bind(binder, tag.append("description"), String.class))));
        }
    }

    private static <T> @Nullable T bind(Binder binder, ConfigurationPropertyName name, Class<T> type) {
        return binder.bind(name, Bindable.of(type), new UidBindHandler(BindHandler.DEFAULT))
                .orElse(null);
    }

    /** Returns the tags, in the order of the properties. */
    public Set<String> names() {
        return tags.keySet();
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
            Long first = named.tag.first();
            if (first != null) {
                create(store.get(), name, named.property, first, named.tag);
            }
        });
    }

    private static void create(
            SegmentStore store, String tag, ConfigurationPropertyName property, long first, Tag more) {
        try {
            store.create(tag, settings(first, more));
        } catch (OptionException e) {
            throw new OptionException(property.append(e.option()).toString(), e.value(), e.rule(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "%s: %s", property, e.getMessage()), e);
        } catch (UnsupportedOperationException e) {
            throw new OptionException(
                    property.append(FIRST).toString(),
                    first,
                    OptionText.of("must not be set, because %s", e.getMessage()),
                    e);
        } catch (SegmentStoreException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no counter of tag %s in %s: %s", tag, store, e.getMessage()), e);
        }
    }

    private static CounterSettings settings(long first, Tag more) {
        CounterSettings settings = CounterSettings.startingAt(first);
        if (more.max() != null) {
            settings = settings.max(more.max());
        }
        if (more.step() != null) {
            settings = settings.step(more.step());
        }
        return more.description() == null ? settings : settings.description(more.description());
    }
}
