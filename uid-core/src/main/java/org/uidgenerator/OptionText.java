package org.uidgenerator;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A text that names options, such as {@code all worker ids are in use: widen workerIds or workerBits}. Code that sets
 * these options under other names, such as properties or options of a command line, asks for the text {@linkplain #with
 * with its own names}. Immutable.
 */
public final class OptionText implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final Pattern OPTION = Pattern.compile("\\{([A-Za-z][\\w.-]*)}");

    /** In the form of {@link java.util.Formatter}: the options come after the arguments. */
    private final String format;

    /** Numbers, texts with options, and strings. */
    private final Serializable[] arguments;

    /** The names that the builder has. */
    private final String[] options;

    private OptionText(String format, Serializable[] arguments, String[] options) {
        this.format = format;
        this.arguments = arguments;
        this.options = options;
    }

    /**
     * Makes a text.
     *
     * @param template the text in the form of {@link java.util.Formatter}, in which {@code {boostPower}} is the option
     *     boostPower
     * @param arguments the values, which are shown as they are, in {@link Locale#ROOT}; the options of one that is an
     *     {@code OptionText} are options of this text, too
     * @return the text
     */
    public static OptionText of(String template, @Nullable Object... arguments) {
        Objects.requireNonNull(template, "template");
        Objects.requireNonNull(arguments, "arguments");
        List<String> options = new ArrayList<>();
        String format = OPTION.matcher(template).replaceAll(option -> {
            options.add(option.group(1));
            return Matcher.quoteReplacement("%" + (arguments.length + options.size()) + "$s");
        });
        return new OptionText(
                format,
                Stream.of(arguments).map(OptionText::unchangeable).toArray(Serializable[]::new),
                options.toArray(String[]::new));
    }

    private static Serializable unchangeable(@Nullable Object argument) {
        return argument instanceof OptionText || argument instanceof Long || argument instanceof Integer
                ? (Serializable) argument
                : String.valueOf(argument);
    }

    /**
     * Makes a text without options. It costs next to nothing, as what exceptions say should.
     *
     * @param text the text, in which nothing is an option; null as in {@link String#valueOf(Object)}
     * @return the text
     */
    public static OptionText plain(@Nullable String text) {
        return new OptionText("%s", new Serializable[] {String.valueOf(text)}, new String[0]);
    }

    /**
     * Returns the name of an option, as a text.
     *
     * @param option the name
     * @return a text that is this option
     */
    public static OptionText option(String option) {
        return new OptionText("%s", new Serializable[0], new String[] {Objects.requireNonNull(option, "option")});
    }

    /**
     * Returns what a failure says, as part of a text that says more.
     *
     * @param failure the failure
     * @return its text if it is {@link NamesOptions}, else its message, in which nothing is an option
     */
    public static OptionText saidBy(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        return failure instanceof NamesOptions names ? names.optionText() : plain(failure.getMessage());
    }

    /**
     * Returns the text with other names for the options.
     *
     * @param names returns the name to show, given that of an option
     * @return the text
     */
    public String with(UnaryOperator<String> names) {
        return String.format(
                Locale.ROOT,
                format,
                Stream.concat(
                                Arrays.stream(arguments)
                                        .map(argument ->
                                                argument instanceof OptionText text ? text.with(names) : argument),
                                Arrays.stream(options).map(names))
                        .toArray());
    }

    /** Returns the text with the names of the options as the builders have them. */
    @Override
    public String toString() {
        return with(UnaryOperator.identity());
    }
}
