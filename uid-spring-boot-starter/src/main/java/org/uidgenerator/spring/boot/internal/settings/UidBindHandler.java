package org.uidgenerator.spring.boot.internal.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.convert.ConverterNotFoundException;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/**
 * Binds {@code uid.*} more strictly than Boot, and in two cases less so. What Boot takes for something else than was
 * written is refused: a duration without a unit, which would be seconds here and milliseconds there, a number of YAML
 * that begins with a zero, which is octal there, an empty value, which would be the default, and an element of a list
 * that is empty or comes after a gap.
 *
 * <p>An application may start with the environment variable {@code UID}, the id of the user, which containers are often
 * told. Boot takes it for the value of the property {@code uid}, and cannot convert it to what {@code uid.*} are bound
 * to. If one of these is set it binds them nevertheless; if none is, it fails. So it does for each group for which
 * nothing is set: what is written there is refused by the {@link PropertyCheck}.
 */
public final class UidBindHandler extends AbstractBindHandler {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("uid");
    private static final Pattern OCTAL = Pattern.compile("[+-]?0[0-7_]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");

    public UidBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (property != null && PREFIX.isAncestorOf(name)) {
            requireAsWritten(property, result);
        }
        return super.onSuccess(name, target, context, result);
    }

    private static void requireAsWritten(ConfigurationProperty property, Object bound) {
        String value = String.valueOf(property.getValue()).strip();
        if (bound instanceof Duration && NUMBER.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "a duration must have a unit, such as 500ms, 5s, 10m or 24h: " + property.getName() + "=" + value);
        }
        if (bound instanceof Number && isOctal(property)) {
            throw new IllegalArgumentException("a number must not begin with 0, which makes it octal in YAML: "
                    + property.getName() + " is read as " + value);
        }
        if (bound instanceof Collection<?> list && list.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException(
                    "a list must have no empty element: " + property.getName() + "=" + value);
        }
    }

    /**
     * Returns whether YAML 1.1 has read a number in base 8 because it begins with a zero, such as {@code 010}; false if
     * it is unknown where the number was written. The reader of YAML passes on the number only, so this looks at the
     * place in the file that the number comes from.
     */
    private static boolean isOctal(ConfigurationProperty property) {
        Origin origin = property.getOrigin() instanceof PropertySourceOrigin inSource
                ? inSource.getOrigin()
                : property.getOrigin();
        return property.getValue() instanceof Number
                && origin instanceof TextResourceOrigin text
                && OCTAL.matcher(textAt(text)).lookingAt();
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

    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) throws Exception {
        ConfigurationProperty property = context.getConfigurationProperty();
        Class<?> type = target.getType().resolve(Object.class);
        if (type.isEnum() && property != null && PREFIX.isAncestorOf(name)) {
            throw notOneOf(type.getEnumConstants(), property);
        }
        if (error instanceof UnboundConfigurationPropertiesException unread) {
            throw new ConfigurationException(
                    unread.getUnboundProperties().stream()
                            .map(PropertyGroups::describe)
                            .collect(Collectors.joining(", nor ", "no bean reads ", "")),
                    "Number the elements of a list from 0, without a gap.");
        }
        boolean nothingSet = error instanceof ConverterNotFoundException && type.isRecord();
        return nothingSet
                ? new Binder().bindOrCreate(name, target, BindHandler.DEFAULT)
                : super.onFailure(name, target, context, error);
    }

    /** Refuses a value that is empty and of a type that knows none, for which Boot would take the default. */
    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (result == null
                && property != null // the one that is bound, of any generator, and not the last one that was found
                && name.getLastElement(Form.UNIFORM).equals(property.getName().getLastElement(Form.UNIFORM))) {
            throw new ConfigurationException(
                    PropertyGroups.describe(property) + " has no value", "Set one, or remove the property.");
        }
        super.onFinish(name, target, context, result);
    }

    private static ConfigurationException notOneOf(Object[] constants, ConfigurationProperty property) {
        String values = Stream.of(constants)
                .map(constant -> BoundProperty.dashed((Enum<?>) constant))
                .collect(Collectors.joining(", "));
        return new ConfigurationException(
                PropertyGroups.describe(property) + " is none of its values",
                "Set " + property.getName() + " to one of: " + values + ".");
    }
}
