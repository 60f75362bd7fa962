package org.uidgenerator.spring.boot.internal.settings;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * A property, and the record component that it is bound to, which is called as the option of the builder that it sets.
 *
 * @param name its name for all generators
 */
public record BoundProperty(ConfigurationPropertyName name, RecordComponent component) {
    /** Returns the records that properties are bound to: those of the starter, and those of the kinds of stores. */
    public static Stream<Class<?>> records(@Nullable ClassLoader classLoader) {
        Stream<Class<?>> own = Stream.of(
                UidProperties.class, ClientProperties.class, SegmentProperties.class, PublicIdsProperties.class);
        boolean publicIds = ClassUtils.isPresent(PublicIdsProperties.ANNOTATION, classLoader);
        return Stream.concat(
                own.filter(record -> publicIds || record != PublicIdsProperties.class),
                StoreProviders.all(classLoader).map(StoreProvider::properties));
    }

    /** Returns the properties of a record that has a prefix, and of the records in it, each after what it is in. */
    public static Stream<BoundProperty> of(Class<?> record) {
        ConfigurationProperties bound = AnnotationUtils.getAnnotation(record, ConfigurationProperties.class);
        return bound == null ? Stream.empty() : of(ConfigurationPropertyName.of(bound.value()), record);
    }

    static Stream<BoundProperty> of(ConfigurationPropertyName prefix, Class<?> record) {
        return Stream.of(record.getRecordComponents())
                .map(component -> new BoundProperty(prefix.append(dashed(component)), component))
                .flatMap(property -> property.isGroup()
                        ? Stream.concat(Stream.of(property), of(property.name, property.component.getType()))
                        : Stream.of(property));
    }

    /** Returns what a component is called in properties: {@code time-bits} for timeBits. */
    static String dashed(RecordComponent component) {
        return DataObjectPropertyName.toDashedForm(component.getName());
    }

    /** Returns the value that sets a property to a constant: {@code keep-counting} for KEEP_COUNTING. */
    static String dashed(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether it is what the names of others begin with, not one that has a value. */
    public boolean isGroup() {
        return component.getType().isRecord();
    }

    /** Returns whether its values have names of their own: {@code uid.client.servers[0]}. */
    boolean isList() {
        return Collection.class.isAssignableFrom(component.getType());
    }

    /** Returns the type of its values if it is a map, whose keys are parts of names, or null. */
    @Nullable
    Class<?> valueOfMap() {
        return component.getType() == Map.class
                ? ResolvableType.forType(component.getGenericType())
                        .getGeneric(1)
                        .toClass()
                : null;
    }
}
