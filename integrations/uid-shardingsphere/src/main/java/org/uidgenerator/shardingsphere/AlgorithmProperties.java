package org.uidgenerator.shardingsphere;

import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/** The properties of an algorithm, which ShardingSphere hands over as texts. */
final class AlgorithmProperties {
    private final Properties properties;

    /**
     * Checks that an algorithm has all properties that are set.
     *
     * @param algorithm what it is called, as in {@code the key generator UID}
     * @param properties what was set
     * @param known the names of those that it has
     * @throws IllegalArgumentException if another one is set
     */
    AlgorithmProperties(String algorithm, Properties properties, String... known) {
        List<String> names = List.of(known);
        for (String name : properties.stringPropertyNames()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "%s has the %s %s only: %s=%s",
                        algorithm,
                        names.size() == 1 ? "property" : "properties",
                        String.join(", ", names),
                        name,
                        properties.getProperty(name)));
            }
        }
        this.properties = properties;
    }

    /** Returns a text, or null if it is not set. */
    @Nullable
    String text(String name) {
        return properties.getProperty(name);
    }

    /** Returns a text that must be set. */
    String required(String name) {
        String text = text(name);
        if (text == null) {
            throw new OptionException(name, null, "must be set");
        }
        return text;
    }

    /** Returns a whole number of one or more, which must be set. */
    long count(String name, long max) {
        return count(name, required(name), max);
    }

    /** Returns a whole number of one or more. */
    long count(String name, String unlessSet, long max) {
        return read(name, unlessSet, OptionText.of("must be in [1, %d]", max), text -> {
            long count = Long.parseLong(text);
            if (count < 1 || count > max) {
                throw new NumberFormatException(text);
            }
            return count;
        });
    }

    /** Returns what a text stands for that must be set. */
    <T> T read(String name, OptionText rule, Function<String, T> reader) {
        return read(name, required(name), rule, reader);
    }

    /**
     * Returns what a text stands for.
     *
     * @param unlessSet the text that is read if none is set
     * @param rule what the text must be
     * @param reader reads the text
     * @throws IllegalArgumentException if the text cannot be read: rule, name and text
     */
    <T> T read(String name, String unlessSet, OptionText rule, Function<String, T> reader) {
        String text = properties.getProperty(name, unlessSet);
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new OptionException(name, text, rule, e);
        }
    }
}
