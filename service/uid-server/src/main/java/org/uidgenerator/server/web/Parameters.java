package org.uidgenerator.server.web;

import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.uidgenerator.server.access.Refusal;

/**
 * Reads parameters strictly: digits and nothing else, each once. (Spring reads {@code 0x10} and {@code #10} as numbers,
 * too.)
 */
final class Parameters {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    private Parameters() {}

    /**
     * Returns how many ids a client wants.
     *
     * @param most how many it may have, at most {@link Integer#MAX_VALUE}
     * @throws Refusal if it is no number of {@code [1, most]}
     */
    static int count(String text, long most) {
        return (int) number("count", text, 1, most);
    }

    /**
     * Returns the UID that all ids must be above, if one is given.
     *
     * @throws Refusal if it is none
     */
    static OptionalLong after(@Nullable String text) {
        return text == null ? OptionalLong.empty() : OptionalLong.of(uid("after", text));
    }

    /**
     * Returns a UID.
     *
     * @throws Refusal if it is none
     */
    static long uid(String parameter, String text) {
        return number(parameter, text, 0, Long.MAX_VALUE);
    }

    private static long number(String parameter, String text, long least, long most) {
        if (DIGITS.matcher(text).matches()) {
            long number = Long.parseUnsignedLong(text); // 19 digits fit
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw broken(parameter, "a whole number from " + least + " to " + most, text);
    }

    /**
     * Returns the refusal of a parameter that breaks its rule.
     *
     * @param rule what the value must be: {@code a whole number from 1 to 10}
     * @param value what it is; shown as far as the first 40 characters
     */
    static Refusal broken(String parameter, String rule, String value) {
        String shown = value.length() <= 40 ? value : value.substring(0, 40) + "...";
        return refusal(parameter, rule, parameter + " must be " + rule + ": " + parameter + "=" + shown);
    }

    /**
     * Returns the refusal of a parameter.
     *
     * @param rule what the value must be
     * @param detail what is wrong, with the value
     */
    static Refusal refusal(String parameter, String rule, @Nullable String detail) {
        return new Refusal(HttpStatus.BAD_REQUEST, detail)
                .with("parameter", parameter)
                .with("rule", rule);
    }
}
