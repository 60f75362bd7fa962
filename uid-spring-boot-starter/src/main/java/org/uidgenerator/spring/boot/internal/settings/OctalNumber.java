package org.uidgenerator.spring.boot.internal.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;

/**
 * Finds numbers that YAML 1.1 reads in base 8 because they begin with a zero, as {@code 010}. The reader of YAML passes
 * on the number only, so this looks at the place in the file where it says that it comes from.
 */
public final class OctalNumber {
    private static final Pattern OCTAL = Pattern.compile("[+-]?0[0-7_]+");

    private OctalNumber() {}

    /** Returns whether the value of a property is one; false where nobody knows where it was written. */
    public static boolean isWrittenIn(ConfigurationProperty property) {
        return property.getValue() instanceof Number
                && place(property.getOrigin()) instanceof TextResourceOrigin origin
                && OCTAL.matcher(textAt(origin)).lookingAt();
    }

    private static @Nullable Origin place(@Nullable Origin origin) {
        return origin instanceof PropertySourceOrigin inSource ? inSource.getOrigin() : origin;
    }

    private static String textAt(TextResourceOrigin origin) {
        if (origin.getResource() == null || origin.getLocation() == null) {
            return "";
        }
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(origin.getResource().getInputStream(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .skip(origin.getLocation().getLine())
                    .findFirst()
                    .filter(line -> line.length() > origin.getLocation().getColumn())
                    .map(line -> line.substring(origin.getLocation().getColumn()))
                    .orElse("");
        } catch (IOException e) {
            return ""; // it was read a moment ago
        }
    }
}
