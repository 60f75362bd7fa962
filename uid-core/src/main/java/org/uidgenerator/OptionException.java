package org.uidgenerator;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a builder for an option whose value breaks a rule. The message is the rule and then the value, such as
 * {@code boostPower must be in [0, 12]: boostPower=13}.
 */
public final class OptionException extends IllegalArgumentException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    /** The name that the builder has for it. */
    private final String option;

    private final transient @Nullable Object value;

    /** What the value must be. */
    private final OptionText rule;

    /** The message. */
    private final OptionText text;

    /**
     * Makes an exception for an option that breaks a rule by itself.
     *
     * @param option the name that the builder has for it
     * @param value what was set
     * @param rule what the value must be, as in {@code must not be negative}; names no other options
     */
    public OptionException(String option, @Nullable Object value, String rule) {
        this(option, value, OptionText.plain(rule));
    }

    /**
     * Makes an exception for an option that breaks a rule.
     *
     * @param option the name that the builder has for it
     * @param value what was set
     * @param rule what the value must be, as in {@code must be in [0, 16383] ({workerBits}=14)}
     */
    public OptionException(String option, @Nullable Object value, OptionText rule) {
        this(option, value, rule, null);
    }

    /**
     * Makes an exception for an option that breaks a rule.
     *
     * @param option the name that the builder has for it
     * @param value what was set
     * @param rule what the value must be
     * @param cause how it was found out, or null
     */
    public OptionException(String option, @Nullable Object value, OptionText rule, @Nullable Throwable cause) {
        this(
                option,
                value,
                rule,
                OptionText.of("%s %s: %s=%s", OptionText.option(option), rule, OptionText.option(option), value),
                cause);
    }

    private OptionException(
            String option, @Nullable Object value, OptionText rule, OptionText text, @Nullable Throwable cause) {
        super(text.toString(), cause);
        this.option = option;
        this.value = value;
        this.rule = rule;
        this.text = text;
    }

    /**
     * Makes an exception with words of its own, as where several options break a rule together.
     *
     * @param option the first option that breaks the rule
     * @param value what was set for it
     * @param rule the rule as a sentence, as in {@code {minStep} must not be greater than {maxStep}}
     * @param values all values, as in {@code {minStep}=%d, {maxStep}=%d}, or a sum that is wrong
     * @return the exception
     */
    public static OptionException inWords(String option, @Nullable Object value, OptionText rule, OptionText values) {
        return new OptionException(option, value, rule, OptionText.of("%s: %s", rule, values), null);
    }

    /**
     * Checks an option that has a range.
     *
     * @param option the name that the builder has for it
     * @param value what was set
     * @param least the least value that it may have
     * @param greatest the greatest value that it may have
     * @param <T> its type
     * @throws OptionException if the value is out of the range
     */
    public static <T extends Comparable<T>> void requireIn(String option, T value, T least, T greatest) {
        if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
            throw new OptionException(option, value, OptionText.of("must be in [%s, %s]", least, greatest));
        }
    }

    /**
     * Checks an option that is a text for people or a name.
     *
     * @param option the name that the builder has for it
     * @param value what was set
     * @throws OptionException if the value is blank
     */
    public static void requireNotBlank(String option, String value) {
        if (value.isBlank()) {
            OptionText name = OptionText.option(option);
            throw inWords(
                    option,
                    value,
                    OptionText.of("%s must not be blank", name),
                    OptionText.of("%s=\"%s\"", name, value));
        }
    }

    /** {@return the name that the builder has for the option; the first one where several break a rule together} */
    public String option() {
        return option;
    }

    /** {@return the value of the option, or null if nothing was set, or in an exception that was serialized} */
    public @Nullable Object value() {
        return value;
    }

    /**
     * {@return the rule that the value breaks: what it must be, as in {@code must be in [0, 12]}, or a whole sentence
     * if it is {@linkplain #inWords in words of its own}}
     */
    public OptionText rule() {
        return rule;
    }

    @Override
    public OptionText optionText() {
        return text;
    }
}
